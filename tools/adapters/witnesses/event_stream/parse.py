import base64

from .stream import LineTooLong, Stream


def parse(params):
    stream, events = Stream(), []
    try:
        for piece in pieces_of(params):
            for event in stream.receive(piece):
                events.append({"event": event.type, "data": event.data, "id": event.last_event_id})
    except LineTooLong:
        return {"error": {"code": "line_too_long"}}  # V3: without the events before the line
    output = {"events": events, "lastEventId": stream.last_event_id}
    if stream.retry is not None:
        output["retry"] = stream.retry
    return output


def pieces_of(params):
    if "chunks" in params:
        return [chunk.encode("utf-8") for chunk in params["chunks"]]
    return [base64.b64decode(chunk) for chunk in params["chunksBase64"]]
