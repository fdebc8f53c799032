#!/usr/bin/env bash
# Every night: play what is missing, then write the report. Copy this file beside class.toml; a timer or cron runs it.
set -uo pipefail
cd "$(dirname "$0")"
PATH="${ARENA_BIN:-/srv/trickarena/.venv/bin}:$PATH"   # where `arena` is: cron and systemd do not know your shell's PATH

arena run class.toml   # who was refused, and why, is in its output and in the report
played=$?
arena report class.toml --out report --private words.toml \
  --columns "rank,ranks,name,version,Elo,±95 %,faults,state" || exit
exit "$played"
