// Connects an implementation of CONTRACT to Parity: JSON-RPC 2.0 on stdin and stdout, one message per line.
// Requires Kotlin 1.3 or later, Java 8 or later, and Gson 2.9.1 or later. SCRIPT compiles and runs it.

@file:JvmName("Adapter")

import com.google.gson.Gson
import com.google.gson.JsonArray
import com.google.gson.JsonElement
import com.google.gson.JsonNull
import com.google.gson.JsonObject
import com.google.gson.JsonPrimitive
import com.google.gson.stream.JsonReader
import com.google.gson.stream.JsonToken
import java.io.BufferedInputStream
import java.io.ByteArrayOutputStream
import java.io.FileDescriptor
import java.io.FileOutputStream
import java.io.IOException
import java.io.InputStream
import java.io.StringReader
import java.nio.ByteBuffer

/**
 * FILL IN: call your code with the input of a case, and return the output that the contract describes.
 *
 * Gson converts the output: it can be a map, a list, an object of your code or a `JsonElement`.
 */
fun answer(params: JsonObject): Any? {
    throw NotImplementedError("not implemented yet")
}

const val NAME = "mine"
const val VERSION = "0.1.0"
val methods = sortedMapOf<String, (JsonObject) -> Any?>().apply {
    put("CONTRACT/OPERATION", ::answer)
}

// The rest implements the protocol. You don't need to change it.

private const val PARSE_ERROR = -32700
private const val INVALID_REQUEST = -32600
private const val METHOD_NOT_FOUND = -32601
private const val INVALID_PARAMS = -32602
private const val INTERNAL_ERROR = -32603
private const val NOT_INITIALIZED = -32002

/**
 * Throw this to reply with a specific error. Any other exception becomes an internal error.
 *
 * `pointer` is the JSON Pointer of the part of the input that is invalid, which the report then shows.
 */
class RPCError(val code: Int, message: String, val pointer: String? = null) : Exception(message)

private var isInitialized = false

private fun initialize(params: JsonObject): JsonObject {
    if (params["protocolVersion"] != JsonPrimitive(1)) throw RPCError(INVALID_PARAMS, "protocolVersion must be 1")
    isInitialized = true
    val implementation = JsonObject()
    implementation.addProperty("name", NAME)
    implementation.addProperty("version", VERSION)
    implementation.addProperty("language", "Kotlin")
    val contracts = JsonArray()
    for (contract in methods.keys.map { it.substringBefore('/') }.distinct()) contracts.add(contract)
    val result = JsonObject()
    result.addProperty("protocolVersion", 1)
    result.add("implementation", implementation)
    result.add("contracts", contracts)
    result.add("capabilities", JsonArray())
    return result
}

private fun resultOf(request: JsonObject): JsonElement {
    val name = request["method"]
    if (request["jsonrpc"] != JsonPrimitive("2.0") || name !is JsonPrimitive || !name.isString) {
        throw RPCError(INVALID_REQUEST, "a request must have \"jsonrpc\": \"2.0\" and a string \"method\"")
    }
    val isFirst = name.asString == "initialize"
    if (!isFirst && !isInitialized) throw RPCError(NOT_INITIALIZED, "the first request must be initialize")
    val method = methods[name.asString]
    if (!isFirst && method == null) throw RPCError(METHOD_NOT_FOUND, "unknown method '${name.asString}'")
    val params = request["params"] as? JsonObject ?: throw RPCError(INVALID_PARAMS, "params must be an object")
    return if (method == null) initialize(params) else Gson().toJsonTree(method(params))
}

/** Returns the reply to one line, as text without a line feed, or null for a notification. */
private fun replyTo(line: ByteArray): String? {
    val reply = JsonObject()
    reply.addProperty("jsonrpc", "2.0")
    reply.add("id", JsonNull.INSTANCE)
    try {
        val request = parsed(line) as? JsonObject
        val id = request?.get("id") ?: JsonNull.INSTANCE
        val isUsableID = id is JsonNull || id is JsonPrimitive && !id.isBoolean
        if (request == null || !isUsableID) {
            throw RPCError(INVALID_REQUEST, "a request must be an object whose id is a number or a string")
        }
        if (!request.has("id") && request.has("method")) return null
        reply.add("id", id)
        reply.add("result", resultOf(request))
        return written(reply)
    } catch (error: RPCError) {
        reply.add("error", bodyOf(error))
    } catch (error: Throwable) {
        error.printStackTrace()
        reply.add("error", bodyOf(RPCError(INTERNAL_ERROR, error.toString())))
    }
    reply.remove("result")
    return written(reply)
}

private fun bodyOf(error: RPCError): JsonObject {
    val body = JsonObject()
    body.addProperty("code", error.code)
    body.addProperty("message", error.message)
    if (error.pointer != null) {
        val data = JsonObject()
        data.addProperty("pointer", error.pointer)
        body.add("data", data)
    }
    return body
}

// Gson keeps the digits of a number until your code converts it, such as with asInt, asDouble or asBigDecimal.

private val elements = Gson().getAdapter(JsonElement::class.java)

private fun parsed(line: ByteArray): JsonElement =
    try {
        // Unlike String(line), a decoder rejects invalid UTF-8.
        val text = Charsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString()
        val reader = JsonReader(StringReader(text))
        val value = elements.read(reader)
        if (reader.peek() != JsonToken.END_DOCUMENT) throw IOException("text after the value")
        value
    } catch (error: IOException) {
        throw RPCError(PARSE_ERROR, "the line isn't valid JSON: ${error.message}")
    }

private fun written(value: JsonElement): String = elements.toJson(value)

/** Returns the bytes up to the next line feed, or null at the end of the stream. */
private fun nextLine(stream: InputStream): ByteArray? {
    val line = ByteArrayOutputStream()
    while (true) {
        val byte = stream.read()
        if (byte == 0x0A || byte == -1 && line.size() > 0) return line.toByteArray()
        if (byte == -1) return null
        line.write(byte)
    }
}

fun main() {
    // Only replies may go to stdout.
    val replies = FileOutputStream(FileDescriptor.out)
    System.setOut(System.err)
    val requests = BufferedInputStream(System.`in`)
    while (true) {
        val line = nextLine(requests) ?: break
        val reply = replyTo(line) ?: continue
        replies.write((reply + "\n").toByteArray(Charsets.UTF_8))
    }
}
