import{a}from"./part-BQ5NIKZT.js";export{a as sentence};
