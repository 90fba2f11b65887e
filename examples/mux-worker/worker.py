#!/usr/bin/env python3
"""Sweeps the qubits of a mux in one shot. A cancelled run reports half of the sweep. A lab uses fiducial-lab, which repeats calls."""
import json, os, sys, threading, time, urllib.parse, urllib.request, uuid

URL, BACKEND, TOKEN = sys.argv[1], sys.argv[2], os.environ["FIDUCIAL_TOKEN"]

def call(path, **body):
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    request = urllib.request.Request(URL + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)

def note(event, **more):
    print(json.dumps({"event": event, "at": time.time(), **more}), flush=True)

def work(run, held, mux_id=0, points=600, step_seconds=0.1, **_):
    path, stop, over, measured = f"/workers/runs/{run['flow_run_id']}", threading.Event(), threading.Event(), []
    task, started = {"task": "ReadoutSweep", "task_type": "mux", "mux_id": mux_id}, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    def beat(answered=time.monotonic(), wait=0.0):
        while not over.wait(wait) and not stop.is_set():
            try:  # An answer counts from when its heartbeat was sent.
                sent, trace = time.monotonic(), {"task": "ReadoutSweep", "mux_id": mux_id, "qubits": {"0": measured[-60:]}}
                answer = call(path + "/heartbeat", **held, running=True, trace=trace)
                answered, wait = sent, answer["heartbeat_seconds"]
            except OSError:
                answer, wait = {"stop": False}, 0.5
            if answer["stop"] or time.monotonic() - answered > run["window_seconds"] / 2:
                note("told")
                stop.set()
    call(path + "/task-results", **held, results=[{**task, "status": "running", "start_at": started}])
    threading.Thread(target=beat, daemon=True).start()
    while len(measured) < points and not stop.is_set():
        note("drive")
        time.sleep(step_seconds)  # Drive the instruments here.
        measured.append([len(measured), 0.5])
    note("still", points=len(measured))
    table = "".join(f"{x},{y}\n" for x, y in measured).encode()
    file = {**task, "name": "sweep.csv", "kind": "raw", "content_type": "text/csv", "size_bytes": len(table)}
    [upload] = call(path + "/uploads", **held, files=[file])["uploads"]
    target = urllib.parse.urljoin(URL + "/", upload["url"])
    urllib.request.urlopen(urllib.request.Request(target, table, upload["headers"], method=upload["method"])).close()
    ended = {"status": "cancelled" if len(measured) < points else "completed", "start_at": started, "raw_data": [upload["path"]]}
    ended["end_at"] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    call(path + "/task-results", **held, results=[{**task, **ended, "message": f"{len(measured)} of {points} points"}])
    over.set()
    call(path + "/finish", **held, status="stopped" if stop.is_set() else "completed")

while True:
    key = str(uuid.uuid4())
    claim = call("/workers/claims", worker="mux-worker", backends=[BACKEND], claim_key=key)
    if claim["run"]:
        work(claim["run"], {"fence": claim["run"]["fence"], "claim_key": key}, **claim["run"]["parameters"])
    else:
        time.sleep(claim["retry_after_seconds"])
