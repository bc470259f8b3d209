;; Dot products of int8 vectors. Compiled with wat2wasm (npm package wabt); the bytes are in dot-kernel.ts, and
;; dot-kernel.test.ts compiles this file again and compares them.
(module
  (import "env" "memory" (memory 0))

  ;; Writes the dot product of $query with each of $count rows to $scores (i32). Rows are $stride bytes apart, a multiple
  ;; of 16; all positions are byte offsets in memory.
  (func (export "run") (param $rows i32) (param $count i32) (param $stride i32) (param $query i32) (param $scores i32)
    (local $column i32)
    (local $sum v128)
    (local $row_lanes v128)
    (local $query_lanes v128)
    (block $done
      (loop $each_row
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $column (i32.const 0))
        (loop $each_column
          (local.set $row_lanes (v128.load align=1 (i32.add (local.get $rows) (local.get $column))))
          (local.set $query_lanes (v128.load align=1 (i32.add (local.get $query) (local.get $column))))
          ;; Sixteen products in two steps: widened to i16, multiplied, and added in pairs to i32.
          (local.set $sum
            (i32x4.add
              (local.get $sum)
              (i32x4.dot_i16x8_s
                (i16x8.extend_low_i8x16_s (local.get $row_lanes))
                (i16x8.extend_low_i8x16_s (local.get $query_lanes)))))
          (local.set $sum
            (i32x4.add
              (local.get $sum)
              (i32x4.dot_i16x8_s
                (i16x8.extend_high_i8x16_s (local.get $row_lanes))
                (i16x8.extend_high_i8x16_s (local.get $query_lanes)))))
          (local.set $column (i32.add (local.get $column) (i32.const 16)))
          (br_if $each_column (i32.lt_u (local.get $column) (local.get $stride))))
        (i32.store
          (local.get $scores)
          (i32.add
            (i32.add
              (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
              (i32x4.extract_lane 2 (local.get $sum)))
            (i32x4.extract_lane 3 (local.get $sum))))
        (local.set $rows (i32.add (local.get $rows) (local.get $stride)))
        (local.set $scores (i32.add (local.get $scores) (i32.const 4)))
        (local.set $count (i32.add (local.get $count) (i32.const -1)))
        (br $each_row)))))
