import{a}from"./part-Q363US5U.js";export{a as sentence};
