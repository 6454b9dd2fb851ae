// Puts each file into the program with `#embed` of C23, which the compiler handles in milliseconds.

#include "PageFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

const char *page_base_css(void) {
  static const char text[] = {
#embed "Page/base.css" suffix(, 0)
  };
  return text;
}

const char *page_board_css(void) {
  static const char text[] = {
#embed "Page/board.css" suffix(, 0)
  };
  return text;
}

const char *page_board_js(void) {
  static const char text[] = {
#embed "Page/board.js" suffix(, 0)
  };
  return text;
}

const char *page_case_pictures_js(void) {
  static const char text[] = {
#embed "Page/case-pictures.js" suffix(, 0)
  };
  return text;
}

const char *page_details_js(void) {
  static const char text[] = {
#embed "Page/details.js" suffix(, 0)
  };
  return text;
}

const char *page_differences_js(void) {
  static const char text[] = {
#embed "Page/differences.js" suffix(, 0)
  };
  return text;
}

const char *page_elements_js(void) {
  static const char text[] = {
#embed "Page/elements.js" suffix(, 0)
  };
  return text;
}

const char *page_gallery_css(void) {
  static const char text[] = {
#embed "Page/gallery.css" suffix(, 0)
  };
  return text;
}

const char *page_gallery_js(void) {
  static const char text[] = {
#embed "Page/gallery.js" suffix(, 0)
  };
  return text;
}

const char *page_json_js(void) {
  static const char text[] = {
#embed "Page/json.js" suffix(, 0)
  };
  return text;
}

const char *page_matrix_js(void) {
  static const char text[] = {
#embed "Page/matrix.js" suffix(, 0)
  };
  return text;
}

const char *page_model_js(void) {
  static const char text[] = {
#embed "Page/model.js" suffix(, 0)
  };
  return text;
}

const char *page_page_css(void) {
  static const char text[] = {
#embed "Page/page.css" suffix(, 0)
  };
  return text;
}

const char *page_start_js(void) {
  static const char text[] = {
#embed "Page/start.js" suffix(, 0)
  };
  return text;
}

const char *page_summary_js(void) {
  static const char text[] = {
#embed "Page/summary.js" suffix(, 0)
  };
  return text;
}

const char *page_views_js(void) {
  static const char text[] = {
#embed "Page/views.js" suffix(, 0)
  };
  return text;
}

const char *page_agent_directory_css(void) {
  static const char text[] = {
#embed "Pictures/agent-directory.css" suffix(, 0)
  };
  return text;
}

const char *page_agent_directory_js(void) {
  static const char text[] = {
#embed "Pictures/agent-directory.js" suffix(, 0)
  };
  return text;
}

const char *page_chat_history_css(void) {
  static const char text[] = {
#embed "Pictures/chat-history.css" suffix(, 0)
  };
  return text;
}

const char *page_chat_history_js(void) {
  static const char text[] = {
#embed "Pictures/chat-history.js" suffix(, 0)
  };
  return text;
}

const char *page_clawdbot_protocol_css(void) {
  static const char text[] = {
#embed "Pictures/clawdbot-protocol.css" suffix(, 0)
  };
  return text;
}

const char *page_clawdbot_protocol_js(void) {
  static const char text[] = {
#embed "Pictures/clawdbot-protocol.js" suffix(, 0)
  };
  return text;
}

const char *page_event_stream_css(void) {
  static const char text[] = {
#embed "Pictures/event-stream.css" suffix(, 0)
  };
  return text;
}

const char *page_event_stream_js(void) {
  static const char text[] = {
#embed "Pictures/event-stream.js" suffix(, 0)
  };
  return text;
}

const char *page_picture_frame_js(void) {
  static const char text[] = {
#embed "Pictures/picture-frame.js" suffix(, 0)
  };
  return text;
}

const char *page_picture_css(void) {
  static const char text[] = {
#embed "Pictures/picture.css" suffix(, 0)
  };
  return text;
}

const char *page_picture_js(void) {
  static const char text[] = {
#embed "Pictures/picture.js" suffix(, 0)
  };
  return text;
}

const char *page_session_detail_css(void) {
  static const char text[] = {
#embed "Pictures/session-detail.css" suffix(, 0)
  };
  return text;
}

const char *page_session_detail_js(void) {
  static const char text[] = {
#embed "Pictures/session-detail.js" suffix(, 0)
  };
  return text;
}
