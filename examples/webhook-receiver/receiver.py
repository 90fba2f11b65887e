"""Receives events of Fiducial: WEBHOOK_SECRET=whsec_... python3 receiver.py

It listens on 127.0.0.1:8080 (PORT), behind something that speaks HTTPS to the world. It needs nothing but Python 3.9.
"""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# The maximum age of an event, so that a captured one cannot be sent again.
FRESH_SECONDS = 300

SECRET = os.environ["WEBHOOK_SECRET"]


def is_genuine(headers, body: bytes) -> bool:
    """Whether an event comes from a sender that knows the secret, and was sent just now."""
    event_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > FRESH_SECONDS:
        return False
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # While a secret is being changed there is a signature under each of the two.
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)


# Ids that were taken: an event may be sent again, and is the same by its id. Keep them where a restart does not forget them.
taken = set()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_genuine(self.headers, body):
            self.send_response(401)
            self.end_headers()
            return
        event = json.loads(body)
        if event["id"] not in taken:
            print(f"{event['kind']}: {event['title']} {event['url']}", flush=True)
        taken.add(event["id"])
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
    print("listening", flush=True)
    server.serve_forever()
