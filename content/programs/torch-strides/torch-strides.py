# What do strides cost in PyTorch? Copies a matrix along its rows and through its transposed view, and adds matrices whose strides agree
# or don't.
#
#   python3 torch-strides.py              512 to 8192 rows and columns
#   python3 torch-strides.py 4096         4096
#   python3 torch-strides.py 4096 plot    and writes torch-strides.png, where Matplotlib is installed
import statistics
import sys

import torch

ROUNDS = 20


def microseconds(run):
    """The median of ROUNDS runs, each timed by the GPU's events, after three that are not counted."""
    for _ in range(3):
        run()
    times = []
    for _ in range(ROUNDS):
        start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        run()
        stop.record()
        stop.synchronize()
        times.append(1000 * start.elapsed_time(stop))
    return statistics.median(times)


def cases(side):
    """Each case: its name, what it runs, what the result should be, and how many matrices it has to move."""
    a, b = (torch.randn(side, side, device="cuda") for _ in range(2))
    rows, columns = torch.arange(side, device="cuda").unsqueeze(1), torch.arange(side, device="cuda").unsqueeze(0)
    transposed = a[columns.expand(side, side), rows.expand(side, side)]  # element by element, by its indices
    assert a.stride() == (side, 1) and a.t().stride() == (1, side)
    assert a.t().data_ptr() == a.data_ptr(), "a transposed view moves nothing"
    return [
        ("clone", lambda: a.clone(), a, 2),
        ("clone_of_view", lambda: a.t().clone(), transposed, 2),
        ("contiguous_transpose", lambda: a.t().contiguous(), transposed, 2),
        ("add_rows_to_rows", lambda: a + b, None, 3),
        ("add_view_to_view", lambda: a.t() + b.t(), None, 3),
        ("add_view_to_rows", lambda: a.t() + b, transposed + b, 3),
    ]


def main():
    if not torch.cuda.is_available():
        sys.exit("PyTorch finds no GPU")
    sides = [int(sys.argv[1])] if len(sys.argv) > 1 else [512, 1024, 2048, 4096, 8192]
    speeds = {}
    print(f"# {torch.cuda.get_device_name()}, PyTorch {torch.__version__}, square matrices of float32")
    print("kernel,side,us,GBps")
    for side in sides:
        for name, run, expected, matrices in cases(side):
            result = run()
            if expected is not None and not torch.equal(result, expected):
                sys.exit(f"{name}, {side}: the result is wrong")
            us = microseconds(run)
            speed = matrices * side * side * 4 / us / 1000
            speeds.setdefault(name, []).append(speed)
            print(f"{name},{side},{us:.2f},{speed:.1f}", flush=True)
    if len(sys.argv) > 2 and sys.argv[2] == "plot":
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        for name, values in speeds.items():
            pyplot.plot(sides, values, marker="o", label=name)
        pyplot.xscale("log", base=2)
        pyplot.xlabel("rows and columns")
        pyplot.ylabel("useful GB/s")
        pyplot.legend()
        pyplot.savefig("torch-strides.png")


main()
