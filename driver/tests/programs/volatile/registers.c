// Registers of devices are read from the environment, and so is what interrupts change.
// check: default => FALSE
// says: not replayed: a volatile object is read at registers.c
// options: --volatile memory
// check: default => UNKNOWN
extern void reach_error(void);
typedef struct { volatile unsigned status; unsigned volatile data; } uart_t;
#define UART ((uart_t *)0x40001000)
#define LED (*(volatile unsigned char *)0x40000010u)
static volatile _Bool received;
static int before = 4;
int main(void)
{
  LED = 1;
  LED |= 2;
  UART->data = 7;
  if (before != 4) reach_error();
  if (!received && (UART->status & 1) && UART->data == 77 && LED == 200) reach_error();
  return 0;
}
