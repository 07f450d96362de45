"""Milliseconds until the program's prompt is on a terminal, and until `node -e 0` has ended there: medians of alternate runs."""
import os, pty, signal, statistics, sys, time

node, ctx, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])


def until(words, seen):
    began = time.perf_counter()
    pid, fd = pty.fork()
    if pid == 0:
        os.execvp(words[0], words)
    shown = b''
    while seen is None or seen not in shown:
        try:
            piece = os.read(fd, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    took = time.perf_counter() - began
    if seen is not None:
        if seen not in shown:
            sys.exit('no prompt appeared: %r' % shown)
        os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(fd)
    return took * 1000


pairs = [(until([node, ctx, 'chat'], b'> '), until([node, '-e', '0'], None)) for _ in range(runs + 2)][2:]
print(*(statistics.median(times) for times in zip(*pairs)))
