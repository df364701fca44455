#!/usr/bin/env python3
"""Serves llmock, which plays Gemini, Anthropic and OpenAI, on this machine alone.

    FOLDER/venv/bin/python serve_llmock.py

Prints `listening ADDRESS` once it answers. It ends when its standard input is closed, and so never
outlives the test that started it.
"""

import os
import socket
import sys
import threading

import uvicorn
from llmock.main import create_app


def main() -> None:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    threading.Thread(target=end_with_parent, daemon=True).start()
    # Connections wait in the listener until the server takes them, so it may be told already.
    print(f"listening http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    uvicorn.Server(uvicorn.Config(create_app(), log_level="warning")).run(sockets=[listener])


def end_with_parent() -> None:
    # Nothing is ever written there: the read returns when whoever started this has ended.
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    main()
