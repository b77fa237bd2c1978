// One of the diagonals is not looked at.
// check: default => FALSE
#include <assert.h>
#include <stdbool.h>
_Bool __VERIFIER_nondet_bool(void);

static bool wins(char board[3][3], char who) {
  for (int i = 0; i < 3; i++) {
    if (board[i][0] == who && board[i][1] == who && board[i][2] == who)
      return true;
    if (board[0][i] == who && board[1][i] == who && board[2][i] == who)
      return true;
  }
  return board[0][0] == who && board[1][1] == who && board[2][2] == who;
}
static bool row(char board[3][3], char who, int a, int b, int c) {
  char *cells = &board[0][0];
  return cells[a] == who && cells[b] == who && cells[c] == who;
}
int main(void) {
  char board[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      board[i][j] = __VERIFIER_nondet_bool() ? 'x' : 'o';
  if (row(board, 'x', 0, 4, 8) || row(board, 'x', 2, 4, 6))
    assert(wins(board, 'x'));
  return 0;
}
