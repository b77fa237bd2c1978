int while;
