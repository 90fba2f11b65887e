"""Sweeps the qubits of a mux in one shot. A cancelled run reports half of the sweep. A lab uses fiducial-lab, which repeats calls."""
import json, os, sys, threading, time, urllib.parse, urllib.request, uuid

URL, BACKEND, TOKEN = sys.argv[1], sys.argv[2], os.environ["FIDUCIAL_TOKEN"]

def call(path, **body):
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    request = urllib.request.Request(URL + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)

def work(run, held, mux_id=0, points=600, step_seconds=0.1, **_):
    path, stop, measured = f"/workers/runs/{run['flow_run_id']}", threading.Event(), []
    task, lease = {"task": "ReadoutSweep", "mux_id": mux_id}, [time.monotonic() + run["window_seconds"] / 2]
    def beat(pause=0.0):
        while len(measured) < points and not stop.wait(pause):  # An answer counts from when its heartbeat was sent.
            sent, trace = time.monotonic(), {**task, "qubits": {"0": measured[-60:]}}
            answer = call(path + "/heartbeat", **held, running=True, trace=trace)
            lease[0], pause = sent + answer["window_seconds"] / 2, answer["heartbeat_seconds"]
            if answer["stop"]:
                stop.set()
    result = {**task, "task_type": "mux", "start_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
    call(path + "/task-results", **held, results=[{**result, "status": "running"}])
    threading.Thread(target=beat, daemon=True).start()
    while len(measured) < points and not stop.is_set() and time.monotonic() < lease[0]:
        print("drive", time.time(), flush=True)
        time.sleep(step_seconds)  # Drive the instruments here.
        measured.append([len(measured), 0.5])
    print("still", time.time(), len(measured), flush=True)
    table, end = "".join(f"{x},{y}\n" for x, y in measured).encode(), time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    file = {**task, "task_type": "mux", "name": "sweep.csv", "kind": "raw", "content_type": "text/csv", "size_bytes": len(table)}
    [upload] = call(path + "/uploads", **held, files=[file])["uploads"]
    target = urllib.parse.urljoin(URL + "/", upload["url"])
    urllib.request.urlopen(urllib.request.Request(target, table, upload["headers"], method=upload["method"])).close()
    status, ended = ("completed", "completed") if len(measured) == points else ("cancelled", "stopped")
    result |= {"status": status, "end_at": end, "raw_data": [upload["path"]], "message": f"{len(measured)} of {points} points"}
    call(path + "/task-results", **held, results=[result])
    call(path + "/finish", **held, status=ended)

while True:
    claim = call("/workers/claims", worker="mux-worker", backends=[BACKEND], claim_key=(key := str(uuid.uuid4())))
    if claim["run"]:
        work(claim["run"], {"fence": claim["run"]["fence"], "claim_key": key}, **claim["run"]["parameters"])
    time.sleep(claim["retry_after_seconds"])
