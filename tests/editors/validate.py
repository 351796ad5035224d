"""Every message of a recorded session, structured into the type of its method.

usage: validate.py FROM-CLIENT FROM-SERVER; both raw, as they went over the pipes."""

import json
import re
import sys

from lsprotocol import converters, types

OWN = re.compile(r"skill/|\$/")


def messages(path: str):
    data = open(path, "rb").read()
    at = 0
    while at < len(data):
        head = data.find(b"\r\n\r\n", at)
        assert head >= 0, f"{path}: no header at byte {at}"
        length = int(re.search(rb"Content-Length: (\d+)", data[at:head]).group(1))
        body = data[head + 4 : head + 4 + length]
        at = head + 4 + length
        if len(body) == length:  # the last one may have been cut when the editor left
            yield json.loads(body)


def main() -> int:
    converter = converters.get_converter()
    streams = {name: list(messages(path)) for name, path in zip(("client", "server"), sys.argv[1:3])}
    methods = {
        (name, str(message["id"])): message["method"]
        for name, sent in streams.items()
        for message in sent
        if "method" in message and "id" in message
    }
    passed = failed = 0
    for name, sent in streams.items():
        other = "server" if name == "client" else "client"
        for message in sent:
            method = message.get("method") or methods.get((other, str(message.get("id"))))
            if method is None or (OWN.match(method) and method not in types.METHOD_TO_TYPES):
                continue
            try:
                request, response = types.METHOD_TO_TYPES[method][:2]
                if "method" in message:
                    converter.structure(message, request)
                elif "result" in message:
                    converter.structure(message, response)
                else:
                    assert isinstance(message["error"]["code"], int) and isinstance(message["error"]["message"], str)
                passed += 1
            except Exception as error:  # whatever it is, this message is not valid
                failed += 1
                print(f"{name} {method}: {type(error).__name__} {str(error)[:200]} {json.dumps(message)[:200]}")
    print(f"{passed} messages valid, {failed} not")
    return 1 if failed or passed < 5 else 0


if __name__ == "__main__":
    sys.exit(main())
