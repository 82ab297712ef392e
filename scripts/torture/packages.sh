#!/bin/sh
# Builds the packages of the current commit twice and compares them, checks them with lintian and piuparts, and uses
# them and the archives in clean systems: install, a workout, upgrade, remove, purge. Needs root and a network.
#
# LADDER_EARLIER=COMMIT chooses the version to upgrade from; default: the last release, or the parent of the commit.
set -eu
cd "$(dirname "$0")/../.."
[ "$(id -u)" = 0 ] || { echo "only root can create the clean systems"; exit 77; }
scripts/deps.sh packages
folder=.build/packages
earlier=${LADDER_EARLIER:-$(git describe --tags --abbrev=0 --match 'v*' HEAD^ 2>/dev/null || git rev-parse HEAD^)}

echo "== Build"
mkdir -p $folder
scripts/package.sh $folder/new
scripts/dist.sh $folder/new $folder/dist
# Builds the commit again, in another folder and at another time.
again=$(mktemp -d)
trap 'rm -rf "$again"' EXIT
scripts/package.sh "$again/packages"
scripts/dist.sh "$again/packages" "$again/dist"
for file in $folder/new/*.deb $folder/dist/*; do
  case $file in
    *.deb) cmp "$file" "$again/packages/${file##*/}" ;;
    *) cmp "$file" "$again/dist/${file##*/}" ;;
  esac
done
echo "Both builds are equal:"
sha256sum $folder/new/*.deb $folder/dist/*.tar.xz "$again"/packages/*.deb "$again"/dist/*.tar.xz
stat -c '%s bytes %n' $folder/new/*.deb $folder/dist/*.tar.xz
scripts/package.sh $folder/earlier "$earlier"

echo "== lintian"
lintian --display-info --pedantic --fail-on error,warning $folder/new/*.changes

echo "== Debian packages"
# mmdebstrap runs the trial before it discards the system.
in_clean_system() {
  suite=$1 mirror=$2 keyring=$3 trial=$4
  mmdebstrap --variant=minbase --quiet --keyring="$keyring" --components="${5-main}" --include=apt,passwd \
    --customize-hook="scripts/torture/packages.py $trial \"\$1\" $folder" "$suite" /dev/null "$mirror"
}
debian=http://deb.debian.org/debian debian_keys=/usr/share/keyrings/debian-archive-keyring.gpg
in_clean_system bookworm $debian $debian_keys packages

echo "== Service"
cat >"$again/trial.sh" <<'END'
set -eux
user="runuser -u ladder-server -- ladder-server"
data="--data /var/lib/ladder-server"
# Nothing is started or enabled by the installation.
[ "$(systemctl is-active ladder-server)" = inactive ]
[ "$(systemctl is-enabled ladder-server)" = disabled ]
echo 'OPTIONS="--listen 127.0.0.1:18474 --behind-proxy --url https://club.example"' >/etc/default/ladder-server
systemctl enable --now ladder-server
$user group create club $data
# The server has started when it has written its address.
until link=$($user invite Ann $data); do sleep 0.1; done
[ "${link%#*}" = https://club.example/join ]
systemctl reload ladder-server
kill -9 "$(systemctl show -p MainPID --value ladder-server)"
until [ "$(systemctl show -p NRestarts --value ladder-server)" = 1 ]; do sleep 0.1; done
until systemctl is-active ladder-server; do sleep 0.1; done
systemd-analyze security --threshold=20 ladder-server | tail -n 1
apt-get remove -y ladder-server
! systemctl is-active ladder-server
echo 'The service works.'
END
cat >"$again/trial.service" <<'END'
[Service]
Type=oneshot
ExecStart=sh /trial.sh
ExecStopPost=systemctl poweroff --force
StandardOutput=file:/trial.out
StandardError=inherit
END
mmdebstrap --variant=minbase --quiet --include=systemd-sysv,dbus \
  --customize-hook="copy-in $again/trial.sh /" \
  --customize-hook="copy-in $again/trial.service /etc/systemd/system" \
  --customize-hook="cp $folder/new/ladder-server_*.deb \"\$1/tmp\"" \
  --customize-hook='chroot "$1" sh -c "apt-get install -y -q /tmp/*.deb"' \
  --customize-hook='chroot "$1" systemctl add-wants graphical.target trial.service' \
  bookworm "$again/system" $debian
timeout 300 systemd-nspawn --quiet --boot --register=no --keep-unit --directory="$again/system" >"$again/console" </dev/null || true
cat "$again/system/trial.out"
tail -n 1 "$again/system/trial.out" | grep -qx 'The service works.'

echo "== Archives"
in_clean_system bookworm $debian $debian_keys archives
in_clean_system trixie $debian $debian_keys archives
# The keys of Ubuntu, which Debian has no package for.
ubuntu=http://archive.ubuntu.com/ubuntu keys=ubuntu-keyring_2023.11.28.1_all.deb
curl --fail --silent --show-error --output $folder/$keys $ubuntu/pool/main/u/ubuntu-keyring/$keys
echo "36de43b15853ccae0028e9a767613770c704833f82586f28eb262f0311adb8a8  $folder/$keys" | sha256sum --check
dpkg-deb -x $folder/$keys $folder/keys
in_clean_system noble $ubuntu $folder/keys/usr/share/keyrings/ubuntu-archive-keyring.gpg archives main,universe

echo "== piuparts"
piuparts --distribution=bookworm --mirror="$debian main" --no-eatmydata --warn-on-others \
  $folder/new/ladder_*.deb $folder/new/ladder-server_*.deb
