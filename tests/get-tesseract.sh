#!/bin/sh
# Installs Tesseract where that is possible without asking, and says so; else says how. Never
# fails. With TESSERACT=no it does nothing.
[ "$TESSERACT" = no ] && exit 0
command -v tesseract >/dev/null 2>&1 && exit 0
announce() {
  echo "Some tests need Tesseract, which is installed now (make test TESSERACT=no does without): $1"
}
say() { echo "Tesseract is missing, tests that need it are skipped; install it with: $1"; }
as_root=""
if [ "$(id -u)" != 0 ]; then
  if sudo -n true 2>/dev/null; then as_root="sudo -n"; else as_root=no; fi
fi
try() { # try HOW COMMAND…: announce it and run it quietly as root, or say how
  how=$1
  shift
  if [ "$as_root" = no ]; then say "sudo $how"; return; fi
  announce "${as_root:+sudo }$how"
  "$@" >/dev/null 2>&1
  command -v tesseract >/dev/null 2>&1 || say "$how"
}
if command -v apt-get >/dev/null 2>&1; then
  try "apt-get install tesseract-ocr" \
    sh -c "$as_root apt-get update -qq; DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq tesseract-ocr"
elif command -v dnf >/dev/null 2>&1; then
  try "dnf install tesseract" $as_root dnf install -y -q tesseract
elif command -v apk >/dev/null 2>&1; then
  try "apk add tesseract-ocr" $as_root apk add -q tesseract-ocr tesseract-ocr-data-eng
elif command -v pacman >/dev/null 2>&1; then
  try "pacman -S tesseract" $as_root pacman -S --noconfirm tesseract tesseract-data-eng
elif command -v brew >/dev/null 2>&1; then
  announce "brew install tesseract"
  brew install -q tesseract >/dev/null 2>&1 || say "brew install tesseract"
else
  say "your system's package manager"
fi
exit 0
