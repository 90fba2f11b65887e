"""The command line: `fiducial-lab`."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType
from typing import Any

from .chips import Chip
from .client import Client
from .errors import LabError, MissingFeatureError, ParameterError, UnansweredError, did_you_mean
from .flows import Flow
from .http import Service
from .loading import find_bench, find_flow, load_module, tasks_of
from .local import local_runs, run_local
from .push import push
from .refit import accept, propose, refit
from .worker import Worker, WorkerSettings, default_spool, say


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Returns 0, 1 where it failed, 2 for wrong arguments, 130 after an interrupt."""
    parser = _parser()
    options, rest = parser.parse_known_args(arguments)
    if rest and options.command != "refit":
        parser.error(f"unknown argument '{rest[0]}'")
    try:
        return int(options.run(options, rest))
    except LabError as error:
        print(f"fiducial-lab: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("fiducial-lab: interrupted; the bench was stopped", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fiducial-lab",
        description="Runs calibration flows on a bench. The service is named by FIDUCIAL_URL and FIDUCIAL_TOKEN.",
    )
    parser.add_argument("--version", action="version", version=f"fiducial-lab {_version()}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    run = commands.add_parser("run", help="run a flow here: as a plan, or on the bench with the results in a folder")
    run.add_argument("file", help="file (flow.py) or module (lab.flows) of the flow")
    _add_qdash(run)
    run.add_argument("--flow", help="name of the flow, where there are several")
    how = run.add_mutually_exclusive_group(required=True)
    how.add_argument("--dry-run", action="store_true", help="print the stages, without bench and network")
    how.add_argument("--local", type=Path, metavar="FOLDER", help="measure, and keep the results in a folder")
    run.add_argument("--simulate", action="store_true", help="with --local: simulated qubits instead of the bench")
    run.add_argument("--bench", metavar="MODULE:NAME", help="what makes the bench; make_bench of the file if absent")
    run.add_argument("--chip", metavar="FILE", help="chip as 'fiducial-lab chip' wrote it")
    run.add_argument("--lattice", metavar="ROWSxCOLUMNS", help="a lattice without values instead of a chip")
    run.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the flow")
    run.add_argument("--resume", metavar="RUN", help="with --local: go on with a run of the folder")
    run.set_defaults(run=_run)

    worker = commands.add_parser("worker", help="claim runs from the service and measure them")
    worker.add_argument("file", help="file or module of the flows")
    _add_qdash(worker)
    worker.add_argument("--name", required=True, help="name of this worker, the same after a restart")
    worker.add_argument(
        "--backend", action="append", help="backend that it drives; may be repeated; its name if absent"
    )
    worker.add_argument("--bench", metavar="MODULE:NAME", help="what makes the bench; make_bench of the file if absent")
    worker.add_argument("--simulate", action="store_true", help="simulated qubits instead of the bench")
    worker.add_argument("--spool", type=Path, metavar="FOLDER", help="where results wait for the service")
    _add_url(worker)
    worker.set_defaults(run=_worker)

    pushed = commands.add_parser("push", help="report runs of a folder, with their own times")
    pushed.add_argument("folder", type=Path)
    pushed.add_argument("--backend", default="worker", help="backend that they were measured on")
    _add_url(pushed)
    pushed.set_defaults(run=_push)

    again = commands.add_parser("refit", help="fit the raw data of a result again, such as with --delay-max 50")
    again.add_argument("file", help="file or module of the task")
    again.add_argument("task_id", help="id of the result")
    ending = again.add_mutually_exclusive_group()
    ending.add_argument("--propose", action="store_true", help="propose the values, so that an editor accepts them")
    ending.add_argument("--accept", action="store_true", help="write the values; their reason names the result")
    again.add_argument("--figure", type=Path, metavar="FILE", help="write the figure")
    _add_url(again)
    again.set_defaults(run=_refit)

    chip = commands.add_parser("chip", help="print a chip with its current values, for --chip")
    chip.add_argument("chip_id")
    _add_url(chip)
    chip.set_defaults(run=_chip)
    return parser


def _add_qdash(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--qdash", metavar="FOLDER", help="the file has flows of QDash; the folder has calibtasks/ and wiring.yaml"
    )


def _add_url(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--url", help="address of the service; FIDUCIAL_URL if absent")


def _run(options: argparse.Namespace, _: Sequence[str]) -> int:
    module = load_module(options.file, options.qdash)
    flow = find_flow(module, options.flow)
    if options.dry_run:
        for name, given in (
            ("--simulate", options.simulate),
            ("--bench", options.bench),
            ("--resume", options.resume),
        ):
            if given:
                raise LabError(f"{name} does not go with --dry-run, which drives nothing")
    parameters = _parameters(flow, options.set)
    if options.resume and (options.chip or options.lattice or options.set):
        raise LabError(
            "--resume goes on with the chip and the parameters of the run; leave --chip, --lattice and --set out"
        )
    chip = Chip("resumed", []) if options.resume else _given_chip(options)
    if options.dry_run:
        plan = flow.plan(chip, **parameters)
        print(plan)
        if plan.missing and options.lattice:
            print("A lattice has no values; with --chip FILE only what is really missing is named.")
            return 0
        return 1 if plan.missing else 0
    make_bench = _bench(module, options)
    spool = run_local(
        flow,
        chip,
        make_bench(),
        parameters,
        options.local,
        simulated=options.simulate,
        resume=options.resume,
        show=_print,
    )
    print(f"Kept in {spool.folder}" + (" (simulated)" if options.simulate else ""))
    return 0


def _worker(options: argparse.Namespace, _: Sequence[str]) -> int:
    settings = WorkerSettings(
        module=options.file if not options.file.endswith(".py") else str(Path(options.file).resolve()),
        bench="fiducial_lab.testing:FakeBench" if options.simulate else options.bench,
        name=options.name,
        backends=options.backend or [options.name],
        spool=options.spool or default_spool(options.name),
        qdash=None if options.qdash is None else str(Path(options.qdash).resolve()),
        software=f"fiducial-lab {_version()}" + (" (simulated)" if options.simulate else ""),
    )
    worker = Worker(Service.from_environment(options.url), settings)
    _obey_signals(worker)
    say(f"Worker {options.name} for {', '.join(settings.backends)}")
    worker.serve()
    return 0


def _push(options: argparse.Namespace, _: Sequence[str]) -> int:
    service = Service.from_environment(options.url)
    failed = 0
    for spool in local_runs(options.folder):
        try:
            count = push(service, spool, options.backend, lambda text: print(text, file=sys.stderr))
        except (MissingFeatureError, UnansweredError):
            # The others would meet the same.
            raise
        except LabError as error:
            failed += 1
            print(f"{spool.folder.name}: not pushed: {error}", file=sys.stderr)
            continue
        print(f"{spool.folder.name}: {count} results")
    return 1 if failed else 0


def _refit(options: argparse.Namespace, rest: Sequence[str]) -> int:
    ranges = _numbers(rest)
    client = Client(options.url)
    result = client.result(options.task_id)
    tasks = tasks_of(load_module(options.file))
    name = result["task_name"]
    if name not in tasks:
        raise LabError(f"'{options.file}' has no task '{name}'{did_you_mean(name, tasks)} (it has: {', '.join(tasks)})")
    refitted = refit(tasks[name], result, client.raw_data(options.task_id), ranges)
    if options.figure and refitted.analysed.figure:
        options.figure.write_bytes(refitted.analysed.figure.body)
    if refitted.analysed.error is not None:
        raise LabError(f"the refit failed: {refitted.analysed.error}")
    fit = refitted.analysed.fit
    assert fit is not None
    before = result["output_parameters"]
    for metric, output in fit.outputs.items():
        error = fit.errors.get(metric)
        was = f" (was {before[metric]['value']:.4g} {before[metric]['unit']})" if metric in before else ""
        print(f"{metric} {getattr(fit, metric):.4g}{'' if error is None else f' ± {error:.2g}'} {output.unit}{was}")
    if options.propose:
        print(f"{refitted.source}: {', '.join(propose(client, refitted))} proposed")
        return 0
    if not options.accept:
        print("Nothing is written: --propose lets an editor accept it, --accept writes it")
        return 0
    current = accept(client, refitted)
    print(f"{refitted.source}: {', '.join(current) or 'nothing'} became current")
    return 0


def _chip(options: argparse.Namespace, _: Sequence[str]) -> int:
    json.dump(Client(options.url).chip(options.chip_id).to_json(), sys.stdout, indent=1)
    print()
    return 0


def _given_chip(options: argparse.Namespace) -> Chip:
    if options.chip and options.lattice:
        raise LabError("give --chip or --lattice, not both")
    if options.chip:
        try:
            return Chip.load(options.chip)
        except (OSError, ValueError, KeyError) as error:
            raise LabError(f"--chip {options.chip} cannot be read: {error}") from None
    if options.lattice:
        parts = options.lattice.lower().split("x")
        if len(parts) != 2 or not all(part.isdigit() and int(part) > 0 for part in parts):
            raise LabError(f"--lattice {options.lattice}: write it as ROWSxCOLUMNS, such as 4x4")
        return Chip.lattice(int(parts[0]), int(parts[1]))
    raise LabError("no chip: name a file by --chip ('fiducial-lab chip ID > chip.json' writes it), or --lattice 4x4")


def _print(line: str) -> None:
    print(line, flush=True)


def _obey_signals(worker: Worker) -> None:
    """Stop or drain in another thread: what a signal interrupts may hold the locks that a stop takes."""

    def answer(work: Callable[[], None]) -> Callable[[int, object], None]:
        return lambda _number, _frame: threading.Thread(target=work, daemon=True).start()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, answer(worker.shut_down))
    if hasattr(signal, "SIGUSR1"):
        signal.signal(signal.SIGUSR1, answer(worker.drain))


def _bench(module: ModuleType, options: argparse.Namespace) -> Any:
    if not options.simulate:
        return find_bench(module, options.bench)
    if options.bench:
        raise LabError("give --bench or --simulate, not both")
    from .testing import FakeBench

    return FakeBench


def _parameters(flow: Flow, given: Sequence[str]) -> dict[str, Any]:
    """Read `NAME=VALUE`; a value is JSON where it is, else text."""
    parameters: dict[str, Any] = {}
    for entry in given:
        name, equals, text = entry.partition("=")
        if not equals:
            raise ParameterError(f"--set {entry}: write it as NAME=VALUE")
        try:
            parameters[name] = json.loads(text)
        except ValueError:
            parameters[name] = text
    flow.form.check(parameters)
    return parameters


def _numbers(rest: Sequence[str]) -> dict[str, float]:
    """Read `--delay-max 50` or `--delay-max=50`."""
    words = [part for word in rest for part in (word.split("=", 1) if word.startswith("--") else [word])]
    if len(words) % 2:
        raise LabError(f"{words[-1]} needs a number")
    found: dict[str, float] = {}
    for option, text in zip(words[::2], words[1::2], strict=True):
        if not option.startswith("--"):
            raise LabError(f"unknown argument '{option}'")
        try:
            found[option[2:]] = float(text)
        except ValueError:
            raise LabError(f"{option} needs a number, not '{text}'") from None
    return found


def _version() -> str:
    try:
        return version("fiducial-lab")
    except PackageNotFoundError:
        from . import __version__

        return __version__
