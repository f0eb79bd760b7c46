/* Says how far two raw RGBA pictures are apart: the mean and greatest difference of a channel, and
 * the share of pixels with a channel that differs by more than 16. */
#include <stdio.h>
#include <stdlib.h>

enum { BYTES = 1170 * 2532 * 4 };

static unsigned char *read_picture(const char *path) {
  unsigned char *bytes = malloc(BYTES);
  FILE *file = fopen(path, "rb");
  if (!bytes || !file || fread(bytes, 1, BYTES, file) != BYTES || fgetc(file) != EOF) {
    fprintf(stderr, "%s is no picture of %d bytes\n", path, BYTES);
    exit(1);
  }
  fclose(file);
  return bytes;
}

int main(int count, char **arguments) {
  if (count != 3) return fprintf(stderr, "usage: compare A.rgba B.rgba\n"), 2;
  unsigned char *a = read_picture(arguments[1]), *b = read_picture(arguments[2]);
  long sum = 0, far = 0;
  int greatest = 0;
  for (int i = 0; i < BYTES; i += 4) {
    int worst = 0;
    for (int c = 0; c < 4; c++) {
      int difference = abs(a[i + c] - b[i + c]);
      sum += difference;
      if (difference > worst) worst = difference;
    }
    if (worst > greatest) greatest = worst;
    far += worst > 16;
  }
  printf("%.4f\t%d\t%.6f\n", (double)sum / BYTES, greatest, far / (BYTES / 4.0));
  return 0;
}
