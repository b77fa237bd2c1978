_Decimal64 x;
