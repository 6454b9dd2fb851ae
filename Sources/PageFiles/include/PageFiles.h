// The scripts and style sheets of HTML pages, as text that ends with a null character.

#pragma once

#pragma clang assume_nonnull begin

const char *page_base_css(void);
const char *page_board_css(void);
const char *page_board_js(void);
const char *page_case_pictures_js(void);
const char *page_details_js(void);
const char *page_differences_js(void);
const char *page_elements_js(void);
const char *page_gallery_css(void);
const char *page_gallery_js(void);
const char *page_json_js(void);
const char *page_matrix_js(void);
const char *page_model_js(void);
const char *page_page_css(void);
const char *page_start_js(void);
const char *page_summary_js(void);
const char *page_views_js(void);

const char *page_agent_directory_css(void);
const char *page_agent_directory_js(void);
const char *page_chat_history_css(void);
const char *page_chat_history_js(void);
const char *page_clawdbot_protocol_css(void);
const char *page_clawdbot_protocol_js(void);
const char *page_event_stream_css(void);
const char *page_event_stream_js(void);
const char *page_picture_frame_js(void);
const char *page_picture_css(void);
const char *page_picture_js(void);
const char *page_session_detail_css(void);
const char *page_session_detail_js(void);

#pragma clang assume_nonnull end
