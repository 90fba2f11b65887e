#!/usr/bin/env bash
# AWS's DynamoDB Local, in memory, on 127.0.0.1 alone: a second opinion on what the embedded engine answers.
#   dynamodb-local.sh start    installs it at first (JDK 17 or newer, Maven), starts it, and prints its address
#   dynamodb-local.sh stop     ends it; its data goes with it
#   dynamodb-local.sh status   prints the address while it runs, else ends with 1
# DYNAMODB_LOCAL_PORT chooses the port (8000), DYNAMODB_LOCAL_HEAP the memory (512m).
# `start` ends with 69 and a reason where a tool is missing or Maven Central does not answer.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
parts=$here/dynamodb-local
port=${DYNAMODB_LOCAL_PORT:-8000}
address=http://127.0.0.1:$port
unavailable=69

# One folder for each state of the parts, so that a change of them is a new installation.
digest=$(cat "$parts"/* | sha256sum | cut -c1-12)
home=$(cd "$here/../.." && pwd)/.cache/dynamodb-local-$digest
pid_file=$home/pid-$port
log_file=$home/log-$port

fail() {
  echo "dynamodb-local.sh: $2" >&2
  exit "$1"
}

require_tools() {
  local tool
  for tool in java javac mvn curl sha256sum; do
    command -v "$tool" >/dev/null || fail "$unavailable" "there is no '$tool' here"
  done
}

install() {
  [ -d "$home/lib" ] && return
  local work
  mkdir -p "$home"
  work=$(mktemp -d "$home/install.XXXXXX")
  echo "dynamodb-local.sh: fetching DynamoDB Local from Maven Central" >&2
  mvn -q -B -Dstyle.color=never --strict-checksums -f "$parts/pom.xml" \
    org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
    -DincludeScope=runtime -DoutputDirectory="$work/lib" >&2 ||
    fail "$unavailable" 'its artifacts cannot be had from Maven Central'
  (cd "$work/lib" && sha256sum --check --strict --quiet "$parts/checksums.sha256") ||
    fail 1 'an artifact differs from its pinned checksum'
  [ "$(find "$work/lib" -type f | wc -l)" = "$(wc -l <"$parts/checksums.sha256")" ] ||
    fail 1 'there are artifacts without a pinned checksum'
  javac -cp "$work/lib/*" -d "$work/lib" "$parts/LoopbackServer.java"
  mv "$work/lib" "$home/lib"
  rm -rf "$work"
}

# The process of the pid file, and still ours: a number may have passed to another program.
running_pid() {
  local pid
  pid=$(cat "$pid_file" 2>/dev/null) || return 1
  ps -p "$pid" -o args= 2>/dev/null | grep -q "LoopbackServer $port" || return 1
  echo "$pid"
}

# It answers a request that is not signed with 400.
answers() {
  [ "$(curl --silent --output /dev/null --max-time 2 --write-out '%{http_code}' "$address" || true)" = 400 ]
}

start() {
  if running_pid >/dev/null && answers; then
    echo "$address"
    return
  fi
  require_tools
  if curl --silent --output /dev/null --max-time 2 "$address"; then fail 1 "port $port is taken by something else"; fi
  install
  local java_options=(-Xmx"${DYNAMODB_LOCAL_HEAP:-512m}" -XX:+UseSerialGC -XX:TieredStopAtLevel=1)
  nohup java "${java_options[@]}" -Dsqlite4java.library.path="$home/lib" -cp "$home/lib:$home/lib/*" \
    LoopbackServer "$port" </dev/null >"$log_file" 2>&1 &
  local pid=$! deadline=$((SECONDS + 90))
  echo "$pid" >"$pid_file"
  until answers; do
    kill -0 "$pid" 2>/dev/null || { tail -30 "$log_file" >&2; fail 1 'it ended instead of serving'; }
    [ "$SECONDS" -lt "$deadline" ] || { stop; tail -30 "$log_file" >&2; fail 1 'it does not answer in time'; }
    sleep 0.1
  done
  echo "$address"
}

stop() {
  local pid
  if pid=$(running_pid); then
    kill "$pid" 2>/dev/null || true
    for _ in $(seq 100); do
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.1
    done
    kill -9 "$pid" 2>/dev/null || true
  fi
  rm -f "$pid_file"
}

case ${1:-} in
  start) start ;;
  stop) stop ;;
  status)
    running_pid >/dev/null && answers || exit 1
    echo "$address"
    ;;
  *) fail 64 "usage: $0 start|stop|status" ;;
esac
