import{a,b}from"./part-WJ564NUW.js";import"./part-P2VJDBUB.js";import"./part-6TLBWXFL.js";import"./part-LEB4MKED.js";export{b as reasons,a as shown};
