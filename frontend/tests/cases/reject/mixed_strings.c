void *x = L"a" u"b";
