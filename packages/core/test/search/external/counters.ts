// A model for searches on disk: two counters and clocks that decide who may count.

export const counters = `
clock t;
int[0,7] x; int[0,7] y; int[0,1] turn;
process P() {
  clock c;
  state a { c <= 3 }, b;
  init a;
  trans a -> a { guard x < 7 && c >= 1; assign x++, c := 0; },
    a -> b { guard turn == 1 && y < 7; assign y++; },
    b -> a { assign c := 0, turn := 0; };
}
process Q() { state s; init s; trans s -> s { guard turn == 0; assign turn := 1; }; }
p = P(); q = Q();
system p, q;
`;
