// What the CE paper prints (Wehrle and Kupferschmid 2010, tables 1 to 5) for Fischer (F) and the Towers of Hanoi (H):
// explored states and trace lengths per method, averages, accesses of queues. "–" stands for out of time or memory.

import { linesOf } from "./lines.ts";

/** Methods in the paper's columns; breadth-first and depth-first search have no UT. */
export const METHODS = ["plain", "ce", "icb-p", "icb-i", "ut"] as const;
export type Method = (typeof METHODS)[number];

/** Explored states, and the length of the trace unless there is none. */
export type Printed = readonly [explored: string, length?: string];

/** By instance and method: explored (trace length). */
function table(text: string): Readonly<Record<string, readonly Printed[]>> {
  return Object.fromEntries(
    linesOf(text).map(([instance, ...cells]) => [
      instance,
      cells.map((cell): Printed => {
        const [explored, length] = cell.split(/ \(|\)/);
        return length === undefined ? [explored!] : [explored!, length];
      }),
    ]),
  );
}

/** Tables 3, 1 and 2; columns are `METHODS`. */
export const EXPLORED = {
  bfs: table(`
    F5  |       333 (6) |        29 (6) |      129 (6) |      273 (6)
    F10 |      5313 (6) |        44 (6) |      484 (6) |     3868 (6)
    F15 |     34068 (6) |        59 (6) |     1064 (6) |    20538 (6)
    H3  |      448 (22) |      315 (22) |    1062 (30) |     954 (24)
    H4  |     4040 (52) |     2689 (54) |   11702 (64) |    7228 (54)
    H5  |   42340 (114) |   19158 (116) | 146955 (148) | 121807 (148)
    H6  |  377394 (240) |  161747 (300) | 1.5e+6 (294) | 1.2e+6 (278)
    H7  |  3.4e+6 (494) |  1.2e+6 (520) | 1.5e+7 (634) | 1.3e+7 (636)
    H8  | 3.0e+7 (1004) | 9.2e+6 (1302) |            – |            –
    H9  |             – |             – |            – |            –
  `),
  dU: table(`
    F5  |          9 (6) |        21 (6) |       112 (6) |         8 (6) |         9 (6)
    F10 |          9 (6) |        36 (6) |       447 (6) |         8 (6) |         9 (6)
    F15 |          9 (6) |        51 (6) |      1007 (6) |         8 (6) |         9 (6)
    H3  |       222 (44) |      279 (32) |     1000 (52) |      479 (82) |      244 (60)
    H4  |     2276 (184) |    2133 (132) |   11726 (116) |    7631 (190) |      545 (92)
    H5  |    20858 (708) |    5056 (238) |  142359 (266) |  116200 (422) |   15435 (400)
    H6  |  184707 (2734) | 122473 (1670) |  1.5e+6 (522) |  1.1e+6 (918) | 130213 (1242)
    H7  | 1.6e+6 (11202) | 876847 (4456) | 1.5e+7 (1136) | 1.4e+7 (2100) | 1.2e+6 (3922)
    H8  | 1.4e+7 (45280) | 2.3e+6 (5666) |             – |             – |             –
    H9  |              – |             – |             – |             – |             –
  `),
  hL: table(`
    F5  |       179 (12) |         21 (6) |       112 (6) |      216 (12) |         7 (6)
    F10 |     86378 (22) |         36 (6) |       447 (6) |    95972 (22) |         7 (6)
    F15 |              – |         51 (6) |      1007 (6) |             – |         7 (6)
    H3  |       127 (48) |       256 (48) |     1017 (48) |      164 (86) |      190 (62)
    H4  |     2302 (300) |       764 (94) |   11830 (124) |    7488 (438) |     620 (114)
    H5  |   20186 (1458) |    15999 (478) |  144668 (252) |  121027 (878) |   31553 (890)
    H6  |  230878 (7284) |   85947 (1350) |  1.5e+6 (558) | 1.5e+6 (2070) | 281014 (2766)
    H7  | 2.0e+6 (18500) | 622425 (14314) | 1.5e+7 (1086) | 1.6e+7 (5164) | 2.7e+6 (7176)
    H8  | 1.8e+7 (70334) | 2.1e+6 (74594) |             – |             – |             –
    H9  |              – |              – |             – |             – |             –
  `),
} as const;

/** Table 4, by method: average and median of explored states, average trace length, solved of 27 (with the files of S, M and N). */
export const SUMMARY: Readonly<Record<string, readonly (readonly string[])[]>> = {
  bfs: linesOf(`
    1266489.9 | 277168.5 | 78.3 | 21
     140644.4 |    43610 | 91.9 | 23
    4248527.1 | 291615.5 | 95.7 | 20
    4133416.8 | 241331.5 | 89.7 | 20
  `),
  dfs: linesOf(`
     445704.1 | 63712.5 | 37794.3 | 21
       197295 |   15688 |  2308.8 | 22
    3397688.6 |  409480 |   148.7 | 21
    2371171.5 |  155694 | 16477.9 | 21
  `),
  dU: linesOf(`
     469310.8 |  42692.5 | 30415.8 | 20
     245070.9 |  13186.5 |   665.4 | 22
    3503904.9 | 152689.5 |     155 | 21
    2380880.4 |    81524 |   892.9 | 20
     394999.4 |    23003 |  4764.3 | 21
  `),
  dL: linesOf(`
     701962.7 |  54742 | 16414.1 | 21
     189144.3 |  12181 |  1391.6 | 22
    2783118.2 | 199548 |   100.6 | 21
    1918955.4 | 105246 |  2642.1 | 19
     344885.2 |  46509 | 13664.1 | 20
  `),
  hL: linesOf(`
     143536.3 |    18009 |  3327 | 25
      41090.5 |   5205.5 | 917.8 | 26
    2075198.1 | 374834.5 | 150.5 | 21
    1052988.1 |    89065 |  1981 | 21
     164821.9 |   4972.5 | 657.8 | 25
  `),
  hU: linesOf(`
     138325.2 |  12938 | 419.6 | 26
      22956.1 |   6523 |   213 | 27
    1953710.5 | 145351 | 147.7 | 21
     965865.2 |  72437 | 302.1 | 21
       106837 |   2537 | 436.3 | 26
  `),
};

interface Accesses {
  readonly ce: readonly string[];
  readonly ut: readonly string[];
  readonly icb: readonly string[];
}

/** By family: queues of CE (q0 to q6), of UT (q0, q1); switches of ICB by process, by interference. */
function accesses(text: string): Readonly<Record<string, Accesses>> {
  const words = (cell: string | undefined): string[] => cell!.split(/ +/);
  return Object.fromEntries(
    linesOf(text).map(([family, ce, ut, icb]) => [family, { ce: words(ce), ut: words(ut), icb: words(icb) }]),
  );
}

/** Table 5: pushed and popped per queue, context switches. */
export const ACCESSES: Readonly<Record<string, Readonly<Record<string, Accesses>>>> = {
  hL: accesses(`
    F | 38/35 114/1 0/0 0/0 0/0 0/0 0/0 | 13/7 24/0 | 2 0
    H | 377962/377935 294737/93051 230682/0 297175/0 345419 445245 612451 | 404205/404186 308105/204806 | 134.8 15.6
  `),
  dU: accesses(`
    F | 38/35 114/1 0/0 0/0 0/0 0/0 0/0 | 14/9 24/0 | 2 0
    H | 379149/379100 289671/164472 222272/0 289380/0 323717 385445 498216 | 117141/117141 220791/143929 | 134.8 15.2
  `),
  bfs: accesses(`
    F | 56/43 114/1 0/0 0/0 0/0 0/0 0/0 | n/a n/a | 2 0
    H | 894952/894927 925034/874677 649694/0 843886/0 861079 980240 1476125 | n/a n/a | 134.8 20.8
  `),
};
