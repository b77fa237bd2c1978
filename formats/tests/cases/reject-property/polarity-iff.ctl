property a:
  mu Z. p <-> EX Z;
