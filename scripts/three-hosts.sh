#!/usr/bin/env bash
# One search by three hosts, each a network namespace of this machine: a broker with a worker, and two more workers, one
# of which is cut off for a while and brought back. The answer must be that of one engine. Needs root, iproute2 and
# nats-server: `sudo scripts/three-hosts.sh MODEL QUERY-NUMBER [SECONDS-CUT-OFF]`.
set -euo pipefail
model=$1 query=$2 cut=${3:-60}
hound="node $(dirname "$0")/../packages/cli/bin/tracehound.js"
work=$(mktemp -d)
cleanup() {
  kill $(jobs -p) 2>/dev/null || true
  for i in 1 2 3; do ip netns del "hound$i" 2>/dev/null || true; done
  ip link del hounds 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT
ip link add hounds type bridge
ip link set hounds up
for i in 1 2 3; do
  ip netns add "hound$i"
  ip link add "hound$i" type veth peer name eth0 netns "hound$i"
  ip link set "hound$i" master hounds up
  ip -n "hound$i" addr add "10.77.0.$i/24" dev eth0
  ip -n "hound$i" link set eth0 up
  ip -n "hound$i" link set lo up
done
ip netns exec hound1 nats-server --jetstream --store_dir "$work" -a 10.77.0.1 >"$work/nats.log" 2>&1 &
sleep 1
export TRACEHOUND_BROKER=nats://10.77.0.1:4222
id=$(ip netns exec hound1 $hound job start "$model" --query "$query")
for i in 1 2 3; do ip netns exec "hound$i" $hound worker & done
sleep 5
echo "host 3 is cut off"
ip link set hound3 down
sleep "$cut"
ip link set hound3 up
echo "host 3 is back"
ip netns exec hound1 $hound job status "$id" || true
ip netns exec hound1 $hound job result "$id" --json >"$work/many.json" || true
$hound check "$model" --query "$query" --search bfs --por off --json >"$work/one.json" || true
node -e '
const [many, one] = process.argv.slice(1).map((file) => JSON.parse(require("fs").readFileSync(file, "utf8")).results[0]);
const tell = ({ verdict, trace }) => `${verdict}${trace ? `, ${trace.length} steps` : ""}`;
console.log(`three hosts: ${tell(many)} (${JSON.stringify(many.statistics.job)}); one engine: ${tell(one)}`);
process.exit(tell(many) === tell(one) ? 0 : 1);
' "$work/many.json" "$work/one.json"
