# Dials past the proxy, as a server in Python does.
import json
import socket
import sys


def dial():
    told = {}
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as one:
        try:
            one.connect(("192.0.2.8", 8443))
        except OSError as error:
            told["address"] = str(error)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        try:
            one.sendto(b"x", ("192.0.2.54", 53))
        except OSError as error:
            told["datagram"] = str(error)
    return json.dumps(told)


def answer(method, params):
    if method == "initialize":
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "dials", "version": "1.0.0"},
        }
    if method == "tools/list":
        tool = {"name": "dial", "description": "Dials.", "inputSchema": {"type": "object"}}
        return {"tools": [tool]}
    if method == "tools/call":
        return {"content": [{"type": "text", "text": dial()}]}
    return None


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    result = answer(message.get("method"), message.get("params") or {})
    body = {"result": result} if result else {"error": {"code": -32601, "message": "No such method."}}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **body}), flush=True)
