mu Z. "Z" | EX Z
