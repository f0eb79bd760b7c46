/* The part of Blend2D's C interface that is used here. The library comes as a static archive in a
 * Python package that has no headers, so its functions are declared again. */
#ifndef BLEND2D_API_H
#define BLEND2D_API_H

#include <stddef.h>
#include <stdint.h>

typedef uint32_t BLResult;

/* Every object is 16 bytes that its functions alone understand. */
typedef struct { uint64_t words[2]; } BLObject;

typedef struct { int x, y; } BLPointI;
typedef struct { int x, y, w, h; } BLRectI;
typedef struct { double x, y; } BLPoint;
typedef struct { double x, y, radius; } BLCircle;
typedef struct { double x0, y0, x1, y1; } BLLine;
typedef struct { const void *data; size_t size; } BLArrayView;
/* Red, green, blue and alpha of 16 bits each, alpha highest, blue lowest. */
typedef struct { double offset; uint64_t rgba; } BLGradientStop;
typedef struct { double x0, y0, x1, y1; } BLLinearValues;
/* The center and radius, and the focal point and radius. */
typedef struct { double x0, y0, x1, y1, r0, r1; } BLRadialValues;

enum { BL_FORMAT_PRGB32 = 1, BL_FORMAT_XRGB32 = 2 };
enum { BL_EXTEND_MODE_PAD = 0 };
enum { BL_GRADIENT_LINEAR = 0, BL_GRADIENT_RADIAL = 1 };
enum { BL_OVER = 0, BL_COPY = 1, BL_PLUS = 12, BL_SCREEN = 16 };
enum { BL_CIRCLE = 5, BL_LINE = 11, BL_POLYLINE = 14 };
enum { BL_CAP_ROUND = 2, BL_JOIN_ROUND = 4 };
enum { BL_READ_AND_WRITE = 3, BL_FLUSH_SYNC = (int)0x80000000u };

BLResult blImageInitAs(BLObject *self, int width, int height, uint32_t format);
BLResult blImageInitAsFromData(BLObject *self, int width, int height, uint32_t format,
                               void *pixels, intptr_t stride, uint32_t access,
                               void (*destroy)(void *, void *, void *), void *user_data);
BLResult blContextInitAs(BLObject *self, BLObject *image, const void *options);
BLResult blContextEnd(BLObject *self);
BLResult blContextFlush(BLObject *self, uint32_t flags);
BLResult blContextSetCompOp(BLObject *self, uint32_t operation);
BLResult blContextSetStrokeWidth(BLObject *self, double width);
BLResult blContextSetStrokeCaps(BLObject *self, uint32_t cap);
BLResult blContextSetStrokeJoin(BLObject *self, uint32_t join);
BLResult blContextBlitImageI(BLObject *self, const BLPointI *origin, const BLObject *image,
                             const BLRectI *area);
BLResult blContextFillAllExt(BLObject *self, const BLObject *style);
BLResult blContextFillGeometryExt(BLObject *self, uint32_t type, const void *data,
                                  const BLObject *style);
BLResult blContextStrokeGeometryExt(BLObject *self, uint32_t type, const void *data,
                                    const BLObject *style);
BLResult blContextStrokeGeometryRgba32(BLObject *self, uint32_t type, const void *data,
                                       uint32_t color);
BLResult blGradientInitAs(BLObject *self, uint32_t type, const void *values, uint32_t extend,
                          const BLGradientStop *stops, size_t count, const void *transform);
BLResult blGradientDestroy(BLObject *self);

#endif
