function r(t,e,i){i.dataset.busy=t("shell.computing"),e.setAttribute("aria-busy","true")}function n(t){t.removeAttribute("aria-busy")}export{r as a,n as b};
