#!/usr/bin/env bash
# A table of marks of all submissions: grades.csv. A submission without a grade is named; its line is missing.
set -uo pipefail
cd "$(dirname "$0")"

mkdir -p grades
for each in submissions/*; do
  out="grades/$(basename "$each").csv"
  arena grade "$each" --against staff.toml --format csv --out "$out" --save "grades/$(basename "$each").db"
done
{
  cat grades/*.csv | head -n 1
  tail -qn 1 grades/*.csv
} > grades.csv
