/** Words of the sentences, in English and in Chinese. */

import type { Lang } from "../i18n";

/** Who wins, where no setting has said it. */
export function goal(lang: Lang, misere: boolean, said: boolean): string {
  if (said) return "";
  if (lang === "zh") return misere ? "不能走的一方赢。" : "不能走的一方输。";
  return misere ? " Whoever cannot move wins." : " Whoever cannot move loses.";
}

export const SETS: Readonly<Record<string, readonly [string, string]>> = {
  odd: ["an odd number of", "奇数"],
  even: ["an even number of", "偶数"],
  primes: ["a prime number of", "素数"],
  squares: ["a square number of", "平方数"],
  fibonacci: ["a Fibonacci number of", "斐波那契数"],
  factorials: ["a factorial number of", "阶乘数"],
};
export const FAMILIES: Readonly<Record<string, readonly [string, string]>> = {
  powers: ["a power of", "的幂"],
  multiples: ["a multiple of", "的倍数"],
  divisors: ["a divisor of", "的约数"],
  digits: ["a nonzero digit of", "的非零数字"],
};
export const VARIABLES: Readonly<Record<string, readonly [string, string]>> = {
  n: ["n is the size of the heap", "n 是这一堆的大小"],
  last: ["last is what the latest move took", "last 是上一步取的枚数"],
  min: ["min is the smallest heap", "min 是最小的一堆"],
  max: ["max is the largest heap", "max 是最大的一堆"],
  seat: ["seat is the number of the seat whose move it is", "seat 是轮到的座位的数"],
};
