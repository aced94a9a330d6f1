// The commands of the simulator, the same line by line and on a whole screen.

export const HELP = `  N [DELAY]      take option N, after DELAY (a number or fraction; by default the least)
  d DELAY        let time pass
  r [COUNT]      take COUNT random steps
  u              undo
  f              what was undone, once more
  b              another branch: one that was left by undoing and going another way
  w [PROCESS]    why are the other edges not possible?
  s              the whole state
  l              the run so far
  o FILE         follow a trace (.json, .xtr) from the start
  t FILE         write the run to a file (.json, .xtr, .dot, .mmd, text)
  h              this help
  q              quit
`;
