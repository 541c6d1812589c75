"""What becomes of an answer that ends by length: gpt-researcher beside a scripted server.

Run it with the python that has gpt-researcher 0.16: `python tests/bench/gpt_researcher.py`. It asks one document of a
server on loopback whose every answer ends by length until its third part, and prints how much of it comes back.
"""

import asyncio
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PARTS = ["The first part ends in the mid", "dle of a word. The second part ends ", "here. That is all."]
asked = []


class Scripted(BaseHTTPRequestHandler):
    """Answers with the next part of the document: the one after as many as the conversation has."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked.append(body)
        turn = sum(message["role"] == "assistant" for message in body["messages"])
        finish = "length" if turn + 1 < len(PARTS) else "stop"
        usage = {"prompt_tokens": 100, "completion_tokens": 50, "total_tokens": 150}
        choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": PARTS[turn]}}
        answer = {"id": "1", "object": "chat.completion", "created": 0, "model": "one", "choices": [choice], "usage": usage}
        told = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Scripted)
threading.Thread(target=server.serve_forever, daemon=True).start()
os.environ["OPENAI_API_KEY"] = "none"
os.environ["OPENAI_BASE_URL"] = f"http://127.0.0.1:{server.server_port}/v1"

from gpt_researcher.utils.llm import create_chat_completion  # noqa: E402: reads the environment

messages = [{"role": "user", "content": "Write the document."}]
text = asyncio.run(create_chat_completion(messages=messages, model="one", llm_provider="openai", max_tokens=64))
whole = "".join(PARTS)
print(json.dumps({"requests": len(asked), "bytes": len(text.encode()), "of": len(whole.encode()), "whole": text == whole}))
