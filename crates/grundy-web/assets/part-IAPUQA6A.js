import{a}from"./part-O2TJFYUU.js";export{a as sentence};
