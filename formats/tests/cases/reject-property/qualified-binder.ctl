mu f::Z. f::Z
