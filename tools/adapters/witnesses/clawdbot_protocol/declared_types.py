"""The types of the document, each as the reader of its values (W1, W2, W3, W10)."""

from .dates import date
from .faults import boolean, demand_object, integer, one_of, text
from .structures import optional, read_member, required, structure

sender_type = one_of("user", "bot")


def sender(value, path):
    """W3. The type comes before the name (F2)."""
    demand_object(value, path)
    kind = read_member("type", sender_type, value, path)
    if kind == "user":
        return {"type": kind}
    return {"type": kind, "name": read_member("name", text, value, path)}


message_status = one_of("pending", "sent", "delivered", "failed")
ack_status = one_of("received", "processed", "error")
bot_state = one_of("idle", "thinking", "typing", "toolUse")

message_id = structure(required("value", text))  # W2

chat_message = structure(
    required("id", message_id),
    required("content", text),
    required("sender", sender),
    required("timestamp", date),
    required("status", message_status),
    optional("threadID", text),
    optional("replyTo", message_id),
)

message_ack = structure(
    required("messageID", message_id),
    required("status", ack_status),
    required("serverTimestamp", date),
)

bot_state_update = structure(
    required("state", bot_state),
    required("botName", text),
    optional("detail", text),
    required("timestamp", date),
)

streaming_chunk = structure(
    required("messageID", message_id),
    required("chunkIndex", integer),
    required("content", text),
    required("isFinal", boolean),
)


def envelope(payload):
    """Returns the reader of envelopes. `version` and `type` can be any text (W10)."""
    return structure(
        required("version", text),
        required("type", text),
        required("sequence", integer),
        required("payload", payload),
        optional("serverTimestamp", date),
    )


PAYLOADS = {
    "ChatMessage": chat_message,
    "BotStateUpdate": bot_state_update,
    "StreamingChunk": streaming_chunk,
    "MessageAck": message_ack,
}

TYPES = {
    "MessageID": message_id,
    "MessageSender": sender,
    **PAYLOADS,
    **{f"ProtocolEnvelope<{name}>": envelope(payload) for name, payload in PAYLOADS.items()},
    "MessageStatus": message_status,
    "AckStatus": ack_status,
    "BotState": bot_state,
}
