// A number that memory keeps byte by byte is shown as a whole where it is written.
// options: --function put
// check: default => FALSE
// says: r->count++: r->count = 5$
struct ring {
  unsigned char data[4];
  unsigned count;
};
extern void reach_error(void);
void put(struct ring *r, unsigned char b)
{
  if (r->count > 4)
    return;
  r->data[r->count % 4] = b;
  r->count++;
  if (r->count > 4)
    reach_error();
}
