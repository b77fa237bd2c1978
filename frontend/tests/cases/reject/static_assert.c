_Static_assert();
