#!/usr/bin/env python3
"""Uses the packages or the archives in a clean system, as a person would: packages.py packages|archives ROOT FOLDER

`scripts/torture/packages.sh` calls it, as a hook of mmdebstrap. FOLDER has the folders new, earlier and dist. Each
command in the system runs in a pseudo-terminal, or its exit status is checked. Standard library only.
"""
import glob, json, os, pty, re, select, shutil, subprocess, sys, time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "Tests", "Benchmarks", "Yardstick"))
sys.dont_write_bytecode = True
from ticklab import Screen  # noqa: E402

TRIAL, ROOT, FOLDER = sys.argv[1:]
# Nothing here takes longer unless it hangs; downloads of libraries are the slowest.
LIMIT = 300
ANN = 1000
ADDRESS = "127.0.0.1:18473"


def run(*argv, user=0, status=0, text=""):
    """Runs a command in the system. Returns its output and errors."""
    done = subprocess.run(command(argv, user), input=text, timeout=LIMIT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    check(done.returncode == status, "%s: status %d\n%s" % (" ".join(argv), done.returncode, done.stdout))
    return done.stdout


def command(argv, user):
    home = "HOME=/root" if user == 0 else "HOME=/home/ann"
    return ["chroot", "--userspec=%d:%d" % (user, user), ROOT, "env", "-i", home, "TERM=xterm-256color",
            "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive",
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", *argv]


def check(isTrue, message):
    if not isTrue:
        sys.exit("packages.py: " + message)


def path(name):
    return os.path.join(ROOT, name.lstrip("/"))


class Session:
    """A program in a pseudo-terminal of 80×24."""

    def __init__(self, *argv, user=ANN):
        self.screen = Screen(80, 24)
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            argv = command(argv, user)
            os.execvp(argv[0], argv)
        import fcntl, struct, termios
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def wait(self, pattern):
        """Waits until the screen has a text."""
        end = time.monotonic() + LIMIT
        while not re.search(pattern, self.screen.text()):
            check(time.monotonic() < end, "no %r on the screen:\n%s" % (pattern, self.screen.text()))
            if select.select([self.terminal], [], [], 1)[0]:
                try:
                    self.screen.feed(os.read(self.terminal, 65536))
                except OSError:
                    sys.exit("packages.py: the program ended:\n" + self.screen.text())

    def press(self, keys):
        os.write(self.terminal, keys.encode())

    def finish(self):
        """Waits for the exit. The program must succeed."""
        try:
            while os.read(self.terminal, 65536):
                pass
        except OSError:
            pass
        check(os.waitpid(self.pid, 0)[1] == 0, "the program failed")


def firstScreen():
    session = Session("ladder")
    session.wait("Push-ups in 2 minutes")
    instant = time.monotonic()
    session.press("q")
    session.finish()
    return instant


def workout():
    """Counts three push-ups and saves them."""
    session = Session("ladder", "start", "pushups-2min")
    for count in (1, 2, 3):
        # Faster presses would count as a key that is held.
        session.wait(r"00:0%d\.\d\d" % count)
        session.press(" ")
        session.wait(r"REPS\s+%d" % count)
    session.press("\x1b")
    session.wait("Leave this workout")
    session.press("s")
    session.wait("3 reps")
    print(session.screen.text())
    session.press("q")
    session.finish()


def workouts():
    return [workout["reps"] for workout in json.loads(run("ladder", "history", "--json", user=ANN))]


def apt(*arguments):
    # Recommended packages are installed, as on an installed system; mmdebstrap turns them off.
    return run("apt-get", "-y", "-q", "-o", "APT::Install-Recommends=true", *arguments)


def debs(kind, program):
    """Copies a package into the system. Returns its path there."""
    (file,) = glob.glob("%s/%s/%s_*.deb" % (FOLDER, kind, program))
    shutil.copy(file, path("/tmp"))
    return "/tmp/" + os.path.basename(file)


def tryPackages():
    # The measured time is from the package's file to the first screen, and includes the download of libraries.
    start = time.monotonic()
    log = apt("install", debs("new", "ladder"))
    print("".join(line for line in log.splitlines(True) if re.search(r"newly installed|archives|disk space", line)))
    print("from apt-get install to the first screen: %.1f s" % (firstScreen() - start))
    version = run("ladder", "--version")
    check(re.fullmatch(r"ladder [0-9.]+ \([0-9a-f]{12}\)\n", version), version)
    print(version + run("ladder", "--version", "--json"))
    for file in ["man/man1/ladder.1.gz", "bash-completion/completions/ladder", "zsh/vendor-completions/_ladder",
                 "fish/vendor_completions.d/ladder.fish", "doc/ladder/README.md", "doc/ladder/docs/GUIDE.md"]:
        check(os.path.getsize(path("/usr/share/" + file)) > 0, file + " is missing")
    run("bash", "-n", "/usr/share/bash-completion/completions/ladder")
    print("installed: %s KB" % run("dpkg-query", "-W", "-f", "${Installed-Size}", "ladder"))
    files = [file for file in run("dpkg", "-L", "ladder").split("\n") if os.path.isfile(path(file))]
    apt("purge", "ladder")
    check(not any(os.path.exists(path(file)) for file in files), "purge left files")

    apt("install", debs("earlier", "ladder"))
    print("upgrade from " + run("ladder", "--version"))
    shutil.rmtree(path("/home/ann/.local"))
    workout()
    apt("install", debs("new", "ladder"))
    check(workouts() == [3], "the workout from before the upgrade is missing")
    workout()
    check(workouts() == [3, 3], "the workout from after the upgrade is missing")
    tryServer()
    apt("remove", "ladder")
    check(not os.path.exists(path("/usr/bin/ladder")), "ladder is not removed")
    check(os.path.exists(path("/home/ann/.local/share/ladder/ladder.db")), "the data is gone")


def tryServer():
    apt("install", debs("earlier", "ladder-server"))
    number = run("id", "-u", "ladder-server").strip()
    folder = os.stat(path("/var/lib/ladder-server"))
    check((str(folder.st_uid), folder.st_mode & 0o777) == (number, 0o700), "the folder of the server is not private")
    check(not glob.glob(path("/etc/systemd/system/*/ladder-server*")), "the service is enabled")
    check(not running("ladder-server"), "the service is running")

    data = ("--data", "/var/lib/ladder-server")
    administer = lambda *words: run("runuser", "-u", "ladder-server", "--", "ladder-server", *words, *data)
    administer("group", "create", "club")
    server = serve(data)
    link = administer("invite", "Ann").strip()
    print(run("ladder", "join", "-", user=ANN, text=link + "\n"))
    stop(server)
    apt("install", debs("new", "ladder-server"))
    check("Ann" in administer("members"), "the member from before the upgrade is missing")
    server = serve(data)
    run("ladder", "publish", "pushups-2min", user=ANN)
    board = run("ladder", "leaderboard", "pushups-2min", "--group", "club", user=ANN)
    check("Ann" in board, "the published workout is missing:\n" + board)
    stop(server)
    apt("remove", "ladder-server")
    check(os.path.exists(path("/var/lib/ladder-server/server.db")), "remove deleted the data")
    apt("purge", "ladder-server")
    for file in ["/var/lib/ladder-server", "/etc/default/ladder-server"]:
        check(not os.path.exists(path(file)), "purge left " + file)
    print("server: installed, used, upgraded, removed, purged")


def serve(data):
    server = subprocess.Popen(command(["runuser", "-u", "ladder-server", "--", "ladder-server", "--listen", ADDRESS, *data], 0),
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for line in server.stdout:
        if line.startswith("Listening on"):
            return server
        print(line)
    sys.exit("packages.py: the server did not start")


def running(program):
    """Returns the IDs of a program's processes in the system."""
    found = []
    for process in glob.glob("/proc/[0-9]*"):
        try:
            if os.readlink(process + "/root") == os.path.realpath(ROOT) and \
                    os.path.basename(os.readlink(process + "/exe")) == program:
                found.append(int(os.path.basename(process)))
        except OSError:
            pass
    return found


def stop(server):
    for process in running("ladder-server"):
        os.kill(process, 15)
    server.communicate(timeout=LIMIT)


def tryArchives():
    print(run("sh", "-c", ". /etc/os-release; echo $PRETTY_NAME; getconf GNU_LIBC_VERSION"))
    before = listing()
    for program in ["ladder", "ladder-server"]:
        (archive,) = glob.glob("%s/dist/%s-[0-9]*.tar.xz" % (FOLDER, program))
        subprocess.run(["tar", "-xJf", archive, "-C", path("/tmp")], check=True)
        install = "/tmp/%s/install.sh" % os.path.basename(archive).removesuffix(".tar.xz")
        # A clean system lacks libraries; the message names Debian's packages.
        refusal = run(install, status=1)
        print(refusal.strip())
        check(listing() == before, "a refused installation changed files")
        apt("install", "--no-install-recommends", *re.search(r"\(Debian: (.*)\)", refusal)[1].split())
        print(run(install))
        print(run(program, "--version"))
        if program == "ladder":
            workout()
            check(workouts() == [3], "the workout is missing")
        else:
            run("mkdir", "/srv/club")
            run(program, "group", "create", "club", "--data", "/srv/club")
        # Installs the program again, over the first installation.
        run(install)
        print(run("sh", "/usr/local/share/%s/uninstall.sh" % program))
        check(listing() == before, "the uninstaller left files")


def listing():
    return sorted(os.path.join(folder, name) for folder, folders, files in os.walk(path("/usr/local"))
                  for name in folders + files)


run("useradd", "--create-home", "--uid", str(ANN), "ann")
try:
    {"packages": tryPackages, "archives": tryArchives}[TRIAL]()
finally:
    # After a failure, a server would keep its port.
    for process in running("ladder-server"):
        os.kill(process, 9)
