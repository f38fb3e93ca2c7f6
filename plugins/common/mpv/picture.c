/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Converts pictures that mpv shows and desktops do not, as BMP and AVIF, to PNG, with the libraries of FFmpeg that mpv
 * decodes with. */
#include "media.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <string.h>

/* The most pixels on a side of a converted picture, since desktops show none larger; and the most that are decoded. */
enum { LARGEST_SIDE = 1024, MOST_PIXELS = 1 << 26 };

/* ------------------------------------------------------------------------------------------------ Encoding ------- */

/* Returns the frame in a pixel format of PNG, at most LARGEST_SIDE wide and high. */
static AVFrame *scale(const AVFrame *frame) {
  int longer = frame->width > frame->height ? frame->width : frame->height;
  int divisor = longer > LARGEST_SIDE ? longer : LARGEST_SIDE;
  int width = (int)((int64_t)frame->width * LARGEST_SIDE / divisor);
  int height = (int)((int64_t)frame->height * LARGEST_SIDE / divisor);
  bool alpha = av_pix_fmt_desc_get(frame->format)->flags & (AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL);
  struct SwsContext *scaler = sws_getContext(frame->width, frame->height, frame->format, width > 0 ? width : 1,
                                             height > 0 ? height : 1, alpha ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB24,
                                             SWS_BICUBIC, NULL, NULL, NULL);
  AVFrame *scaled = av_frame_alloc();
  /* AVIF says how its colours are stored: most have all values of a byte, which are not the default of video. */
  if (scaler != NULL && frame->color_range != AVCOL_RANGE_UNSPECIFIED) {
    sws_setColorspaceDetails(scaler, sws_getCoefficients(frame->colorspace), frame->color_range == AVCOL_RANGE_JPEG,
                             sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16);
  }
  if (scaler == NULL || scaled == NULL || sws_scale_frame(scaler, scaled, frame) < 0) av_frame_free(&scaled);
  sws_freeContext(scaler);
  return scaled;
}

/* Completes the request with a decoded picture. On an error the request stays open. */
static nowplaying_status complete_frame(nowplaying_request *request, const AVFrame *frame) {
  nowplaying_status status = NOWPLAYING_ERROR_NOT_AN_IMAGE;
  const AVCodec *codec = avcodec_find_encoder(AV_CODEC_ID_PNG);
  AVCodecContext *encoder = codec != NULL ? avcodec_alloc_context3(codec) : NULL;
  AVFrame *scaled = scale(frame);
  AVPacket *packet = av_packet_alloc();
  if (encoder != NULL && scaled != NULL && packet != NULL) {
    encoder->width = scaled->width;
    encoder->height = scaled->height;
    encoder->pix_fmt = scaled->format;
    encoder->time_base = (AVRational){1, 1};
    if (avcodec_open2(encoder, codec, NULL) >= 0 && avcodec_send_frame(encoder, scaled) >= 0 &&
        avcodec_receive_packet(encoder, packet) >= 0) {
      status = nowplaying_request_complete_artwork_data(request, packet->data, (size_t)packet->size);
    }
  }
  av_packet_free(&packet);
  av_frame_free(&scaled);
  avcodec_free_context(&encoder);
  return status;
}

/* ------------------------------------------------------------------------------------------------ Decoding ------- */

static nowplaying_status complete_decoded(nowplaying_request *request, const AVStream *stream, const AVPacket *packet) {
  nowplaying_status status = NOWPLAYING_ERROR_NOT_AN_IMAGE;
  const AVCodec *codec = avcodec_find_decoder(stream->codecpar->codec_id);
  AVCodecContext *decoder = codec != NULL ? avcodec_alloc_context3(codec) : NULL;
  AVFrame *frame = av_frame_alloc();
  if (decoder != NULL && frame != NULL && avcodec_parameters_to_context(decoder, stream->codecpar) >= 0) {
    decoder->max_pixels = MOST_PIXELS;
    /* After the only packet NULL signals the end, so that the decoder returns the frame that it holds back. */
    if (avcodec_open2(decoder, codec, NULL) >= 0 && avcodec_send_packet(decoder, packet) >= 0 &&
        avcodec_send_packet(decoder, NULL) >= 0 && avcodec_receive_frame(decoder, frame) >= 0) {
      status = complete_frame(request, frame);
    }
  }
  av_frame_free(&frame);
  avcodec_free_context(&decoder);
  return status;
}

/* Completes the request with the bytes of a picture as they are, or converted if desktops cannot show them. */
static nowplaying_status complete_packet(nowplaying_request *request, const AVStream *stream, const AVPacket *packet) {
  nowplaying_status status = nowplaying_request_complete_artwork_data(request, packet->data, (size_t)packet->size);
  bool other = status == NOWPLAYING_ERROR_NOT_AN_IMAGE || status == NOWPLAYING_ERROR_TOO_LARGE;
  return other ? complete_decoded(request, stream, packet) : status;
}

static nowplaying_status complete_first(nowplaying_request *request, AVFormatContext *format) {
  nowplaying_status status = NOWPLAYING_ERROR_NOT_AN_IMAGE;
  AVPacket *packet = av_packet_alloc();
  int best = avformat_find_stream_info(format, NULL) < 0
                 ? -1 : av_find_best_stream(format, AVMEDIA_TYPE_VIDEO, -1, -1, NULL, 0);
  while (packet != NULL && best >= 0 && av_read_frame(format, packet) >= 0) {
    bool found = packet->stream_index == best;
    if (found) status = complete_decoded(request, format->streams[best], packet);
    av_packet_unref(packet);
    if (found) break;
  }
  av_packet_free(&packet);
  return status;
}

static bool is_front(const AVStream *stream) {
  const AVDictionaryEntry *kind = av_dict_get(stream->metadata, "comment", NULL, 0);
  return kind != NULL && strcmp(kind->value, "Cover (front)") == 0;
}

/* Completes the request with the front cover, or else with the first picture that can be shown. */
static nowplaying_status complete_embedded(nowplaying_request *request, AVFormatContext *format) {
  nowplaying_status status = NOWPLAYING_ERROR_IO;
  for (unsigned i = 0; i < 2 * format->nb_streams && status != NOWPLAYING_OK; ++i) {
    const AVStream *stream = format->streams[i % format->nb_streams];
    bool wanted = is_front(stream) == (i < format->nb_streams);
    if (!wanted || !(stream->disposition & AV_DISPOSITION_ATTACHED_PIC)) continue;
    status = complete_packet(request, stream, &stream->attached_pic);
  }
  return status;
}

nowplaying_status complete_picture(nowplaying_request *request, const char *path, bool embedded) {
  AVFormatContext *format = NULL;
  nowplaying_status status = NOWPLAYING_ERROR_IO;
  if (!embedded) {
    status = nowplaying_request_complete_artwork_file(request, path);
    if (status != NOWPLAYING_ERROR_NOT_AN_IMAGE && status != NOWPLAYING_ERROR_TOO_LARGE) return status;
  }
  /* The prefix keeps FFmpeg from taking a part of the file name for a protocol. */
  char *url = av_asprintf("file:%s", path);
  if (url == NULL) return NOWPLAYING_ERROR_SYSTEM;
  if (avformat_open_input(&format, url, NULL, NULL) == 0) {
    status = embedded ? complete_embedded(request, format) : complete_first(request, format);
    avformat_close_input(&format);
  }
  av_free(url);
  return status;
}

/* ---------------------------------------------------------------------------------------------- mpv's own --------- */

nowplaying_status complete_shown(nowplaying_request *request, mpv_handle *mpv) {
  mpv_node shown = {.format = MPV_FORMAT_NONE};
  nowplaying_status status = NOWPLAYING_ERROR_NO_SUCH_CONTENT;
  AVFrame *frame = av_frame_alloc();
  mpv_command_ret(mpv, (const char *[]){"screenshot-raw", "video", NULL}, &shown);
  const mpv_node *data = node_value(&shown, "data", MPV_FORMAT_BYTE_ARRAY);
  const char *format = node_text(&shown, "format");
  if (frame != NULL && data != NULL && format != NULL && strcmp(format, "bgr0") == 0) {
    frame->format = AV_PIX_FMT_BGR0;
    frame->width = (int)node_integer(&shown, "w");
    frame->height = (int)node_integer(&shown, "h");
    frame->linesize[0] = (int)node_integer(&shown, "stride");
    frame->data[0] = data->u.ba->data;
    status = complete_frame(request, frame);
  }
  av_frame_free(&frame);
  mpv_free_node_contents(&shown);
  return status;
}
