"""The components, screens and states that the previews of each contract have to show.

The first member of a pair is the group of previews, or "" for any, and the others are words in one preview's id or title.
"""

SCREENS = {
    # The Component Preview Matrix of the chat.
    "session-detail": [
        ("ParallelAgentsView", "collapsed"),
        ("ParallelAgentsView", "all expanded", "compact tool rows"),
        ("ParallelAgentsView", "all expanded", "expanded tool rows"),
        ("ParallelAgentsView", "partially running", "compact tool rows"),
        ("ParallelAgentsView", "partially running", "expanded tool rows"),
        ("SubAgentView", "fallback wrapper"),
        ("StandaloneToolCallsView", "single tool", "collapsed"),
        ("StandaloneToolCallsView", "single tool", "expanded"),
        ("StandaloneToolCallsView", "multiple tools", "collapsed"),
        ("StandaloneToolCallsView", "multiple tools", "expanded"),
        ("ToolCallView", "running"),
        ("ToolCallView", "completed"),
        ("ToolCallView", "failed"),
        ("ToolCallView", "long summary"),
        ("MessageBubbleView", "Parsed Tool/SubAgent States"),
        ("SessionContentBlockView", "Session Content Blocks"),
    ],
    "agent-directory": [
        ("", "welcome"),
        ("", "active chat"),
        ("", "dispatcher is selected", "groups"),
        ("", "group is selected", "individuals"),
        ("", "individual is selected", "subagents"),
        ("", "subagent is selected"),
    ],
    "chat-history": [
        ("", "list"),
        ("", "empty"),
        ("", "upsell"),
        ("", "transcript"),
    ],
    "event-stream": [
        ("", "live"),
        ("", "ended"),
        ("", "historical"),
        ("", "paused"),
    ],
    "clawdbot-protocol": [
        ("", "streaming"),
        ("", "complete"),
        ("", "failed"),
    ],
}


def missing_screens(contract, previews):
    """Returns the screens of a contract that no preview of its manifest names."""
    names = [(each["group"], f"{each['id']} {each['title']}".lower()) for each in previews]
    return [screen for screen in SCREENS[contract]
            if not any(screen[0] in ("", group) and all(word.lower() in name for word in screen[1:]) for group, name in names)]
