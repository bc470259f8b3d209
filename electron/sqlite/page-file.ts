/**
 * Reads rows from the pages of a SQLite database without SQLite, which refuses to read a table past a damaged page. No
 * library in the registry does it. The format is sqlite.org/fileformat.html; its section numbers are in the comments.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";

export type RawValue = null | number | bigint | string | Buffer;

/** A row as it is stored: its key in a table with one, and the values in the order of the columns on disk. */
export interface RawRow {
  readonly key: number | null;
  readonly values: readonly RawValue[];
}

export interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly root: number;
}

/** The page size of SQLite's default, for a header that cannot be read. */
const DEFAULT_PAGE_SIZE = 4096;
const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";
/** 1.3.2: the payload fractions, which are the same in every database. */
const FRACTIONS_OFFSET = 21;
const FRACTIONS = 0x402020;
/** 1.6: types of pages. */
const INTERIOR_INDEX = 2;
const INTERIOR_TABLE = 5;
const LEAF_INDEX = 10;
const LEAF_TABLE = 13;
/** 1.8: types in the pointer map. */
const ROOT = 1;
const MAX_POINTER_TYPE = 5;
const NON_ROOT = 5;
const POINTER_BYTES = 5;
/** 4.1 and 4.2: headers of the write-ahead log and of its frames. */
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const LOG_MAGIC = 0x377f0682;

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export class PageFile {
  readonly #file: number;
  readonly #log: number | null;
  readonly #pageSize: number;
  /** Positions in the log of the newest committed version of each page. */
  readonly #inLog = new Map<number, number>();
  readonly #pageCount: number;
  /** The root page of the table or index that each page belongs to; 0 if it is not known. */
  readonly #rootOf: Uint32Array;
  readonly #damagedRoots = new Set<number>();
  /** The page of the pointer map that was read last. */
  #map: { readonly number: number; readonly page: Buffer | null } | null = null;

  /**
   * Opens a database that is not written in the meantime.
   * @param pageSize null for the size in the header
   * @throws an error of the file system
   */
  constructor(path: string, pageSize: number | null = null) {
    this.#file = openSync(path, "r");
    this.#log = existsSync(`${path}-wal`) ? openSync(`${path}-wal`, "r") : null;
    this.#pageSize = pageSize ?? this.#readPageSize();
    const inFile = Math.ceil(fstatSync(this.#file).size / this.#pageSize);
    this.#pageCount = this.#readLog() || inFile;
    this.#rootOf = new Uint32Array(this.#pageCount + 1);
    this.#assign(1);
  }

  /** The tables and indexes that have pages; empty if the schema cannot be read. */
  schema(): SchemaObject[] {
    return [...this.rows(1)].flatMap((row) => {
      const [type, name, , root] = row?.values ?? [];
      return typeof type === "string" && typeof name === "string" && typeof root === "number" && root > 1
        ? [{ type, name, root }]
        : [];
    });
  }

  /**
   * Finds the pages of tables and indexes, those below a damaged page included. Call before {@link rows}.
   * @param roots all root pages of the database
   */
  assign(roots: readonly number[]): void {
    for (const root of roots) this.#assign(root);
    const known = new Set(roots);
    for (let page = 2; page <= this.#pageCount; page += 1) {
      if (this.#rootOf[page] !== 0) continue;
      const root = this.#rootByPointers(page);
      if (root === null || !known.has(root)) continue;
      this.#rootOf[page] = root;
      // It is not reached from its root, or is damaged itself.
      this.#damagedRoots.add(root);
    }
  }

  /** Whether a page of the table or index could not be read. */
  isDamaged(root: number): boolean {
    return this.#damagedRoots.has(root);
  }

  /** The readable rows of a table, or entries of an index; null for an unreadable row. */
  *rows(root: number): Generator<RawRow | null> {
    for (let number = 1; number <= this.#pageCount; number += 1) {
      if (this.#rootOf[number] !== root) continue;
      const page = this.#page(number);
      if (page === null) continue;
      const start = number === 1 ? HEADER_BYTES : 0;
      const type = page[start];
      if (type !== LEAF_TABLE && type !== LEAF_INDEX && type !== INTERIOR_INDEX) continue;
      const cells = page.readUInt16BE(start + 3);
      const pointers = start + (type === INTERIOR_INDEX ? 12 : 8);
      for (let cell = 0; cell < cells && pointers + 2 * cell + 2 <= page.length; cell += 1) {
        const row = this.#readCell(page, type, page.readUInt16BE(pointers + 2 * cell));
        if (row === null) this.#damagedRoots.add(root);
        yield row;
      }
    }
  }

  close(): void {
    closeSync(this.#file);
    if (this.#log !== null) closeSync(this.#log);
  }

  #readPageSize(): number {
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(this.#file, header, 0, HEADER_BYTES, 0);
    const isHeader = header.toString("latin1", 0, MAGIC.length) === MAGIC;
    if (!isHeader && header.readUIntBE(FRACTIONS_OFFSET, 3) !== FRACTIONS) return DEFAULT_PAGE_SIZE;
    const size = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    return size >= 512 && Number.isInteger(Math.log2(size)) ? size : DEFAULT_PAGE_SIZE;
  }

  /** Reads which pages the committed part of the log has. Returns the size of the database in pages; 0 without a log. */
  #readLog(): number {
    if (this.#log === null) return 0;
    const header = Buffer.alloc(LOG_HEADER_BYTES);
    readSync(this.#log, header, 0, LOG_HEADER_BYTES, 0);
    if ((header.readUInt32BE(0) & ~1) !== LOG_MAGIC || header.readUInt32BE(8) !== this.#pageSize) return 0;
    const frame = Buffer.alloc(FRAME_HEADER_BYTES);
    let pending: [page: number, position: number][] = [];
    let pages = 0;
    const { size } = fstatSync(this.#log);
    const step = FRAME_HEADER_BYTES + this.#pageSize;
    for (let at = LOG_HEADER_BYTES; at + step <= size; at += step) {
      readSync(this.#log, frame, 0, FRAME_HEADER_BYTES, at);
      // The salts of another generation: the rest of the log is old.
      if (frame.compare(header, 16, 24, 8, 16) !== 0) break;
      pending.push([frame.readUInt32BE(0), at + FRAME_HEADER_BYTES]);
      if (frame.readUInt32BE(4) === 0) continue;
      pages = frame.readUInt32BE(4);
      for (const [page, position] of pending) this.#inLog.set(page, position);
      pending = [];
    }
    return pages;
  }

  /** Null for a page that is missing or cut. */
  #page(number: number): Buffer | null {
    if (number < 1 || number > this.#pageCount) return null;
    const page = Buffer.alloc(this.#pageSize);
    const position = this.#inLog.get(number);
    const read =
      position === undefined || this.#log === null
        ? readSync(this.#file, page, 0, page.length, (number - 1) * page.length)
        : readSync(this.#log, page, 0, page.length, position);
    return read === page.length ? page : null;
  }

  /** Follows the tree from its root. */
  #assign(root: number): void {
    const waiting: [page: number, parent: number][] = [[root, 0]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [number, parent] = next;
      if (number < 1 || number > this.#pageCount || !this.#isChild(number, parent) || this.#rootOf[number] !== 0) {
        this.#damagedRoots.add(root);
        continue;
      }
      const page = this.#page(number);
      const start = number === 1 ? HEADER_BYTES : 0;
      const type = page?.[start];
      this.#rootOf[number] = root;
      if (type === LEAF_INDEX || type === LEAF_TABLE) continue;
      if (page === null || (type !== INTERIOR_INDEX && type !== INTERIOR_TABLE)) {
        this.#damagedRoots.add(root);
        continue;
      }
      waiting.push([page.readUInt32BE(start + 8), number]);
      const cells = page.readUInt16BE(start + 3);
      for (let cell = 0; cell < cells; cell += 1) {
        const pointer = start + 12 + 2 * cell;
        const at = pointer + 2 <= page.length ? page.readUInt16BE(pointer) : page.length;
        if (at + 4 <= page.length) waiting.push([page.readUInt32BE(at), number]);
        else this.#damagedRoots.add(root);
      }
    }
  }

  /** Whether the pointer map agrees; a damaged map, and a database without one, agree with all. */
  #isChild(number: number, parent: number): boolean {
    const pointer = this.#pointerOf(number);
    return parent === 0 || pointer === null || (pointer.type === NON_ROOT && pointer.parent === parent);
  }

  #rootByPointers(page: number): number | null {
    let number = page;
    // A tree is never as high.
    for (let depth = 0; depth < 32; depth += 1) {
      const pointer = this.#pointerOf(number);
      if (pointer?.type === ROOT) return number;
      if (pointer?.type !== NON_ROOT) return null;
      number = pointer.parent;
    }
    return null;
  }

  /** 1.8: a page of pointers is followed by the pages that it describes. */
  #pointerOf(number: number): { readonly type: number; readonly parent: number } | null {
    const described = Math.floor(this.#pageSize / POINTER_BYTES);
    if (number < 3) return null;
    const map = 2 + Math.floor((number - 2) / (described + 1)) * (described + 1);
    if (number === map) return null;
    if (this.#map?.number !== map) this.#map = { number: map, page: this.#page(map) };
    const { page } = this.#map;
    if (page === null) return null;
    const at = POINTER_BYTES * (number - map - 1);
    const type = page[at] ?? 0;
    return type < 1 || type > MAX_POINTER_TYPE ? null : { type, parent: page.readUInt32BE(at + 1) };
  }

  /** 1.6: a cell of a leaf, or of an interior page of an index. Null if it cannot be read. */
  #readCell(page: Buffer, type: number, start: number): RawRow | null {
    try {
      let at = start + (type === INTERIOR_INDEX ? 4 : 0);
      const [length, afterLength] = readVarint(page, at);
      at = afterLength;
      let key: number | null = null;
      if (type === LEAF_TABLE) [key, at] = readVarint(page, at);
      const payload = this.#readPayload(page, at, length, type === LEAF_TABLE);
      return payload === null ? null : { key, values: readRecord(payload) };
    } catch (error) {
      // Positions outside of the page, and bytes that are not UTF-8.
      if (error instanceof RangeError || error instanceof TypeError) return null;
      throw error;
    }
  }

  /** Reads a record and its overflow pages. */
  #readPayload(page: Buffer, at: number, length: number, isTable: boolean): Buffer | null {
    const usable = this.#pageSize;
    if (length > usable * this.#pageCount) return null;
    const maximum = isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
    const minimum = Math.floor(((usable - 12) * 32) / 255) - 23;
    const rest = minimum + ((length - minimum) % (usable - 4));
    const local = length <= maximum ? length : rest <= maximum ? rest : minimum;
    if (at + local > page.length) return null;
    const parts = [page.subarray(at, at + local)];
    let missing = length - local;
    for (let next = missing > 0 ? page.readUInt32BE(at + local) : 0; missing > 0; ) {
      const overflow = this.#page(next);
      if (overflow === null) return null;
      const part = overflow.subarray(4, 4 + Math.min(missing, usable - 4));
      parts.push(part);
      missing -= part.length;
      next = overflow.readUInt32BE(0);
    }
    return Buffer.concat(parts);
  }
}

/** @returns the value and the position after it @throws RangeError past the end */
function readVarint(buffer: Buffer, start: number): [value: number, next: number] {
  let value = 0n;
  for (let index = 0; index < 9; index += 1) {
    const byte = buffer.readUInt8(start + index);
    if (index === 8) return [Number(BigInt.asIntN(64, (value << 8n) | BigInt(byte))), start + 9];
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return [Number(value), start + index + 1];
  }
  throw new RangeError("A varint has nine bytes at most.");
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8];

/** 2.1. @throws RangeError or TypeError for a record that is not valid */
function readRecord(payload: Buffer): RawValue[] {
  const [headerLength, first] = readVarint(payload, 0);
  const values: RawValue[] = [];
  let body = headerLength;
  for (let at = first; at < headerLength; ) {
    const [type, next] = readVarint(payload, at);
    at = next;
    const bytes = type < 7 ? (INTEGER_BYTES[type] ?? 0) : type === 7 ? 8 : type < 12 ? 0 : (type - (type % 2) - 12) / 2;
    if (type < 0 || type === 10 || type === 11 || body + bytes > payload.length) throw new RangeError("Not a record.");
    values.push(readValue(payload.subarray(body, body + bytes), type));
    body += bytes;
  }
  return values;
}

function readValue(bytes: Buffer, type: number): RawValue {
  if (type === 0) return null;
  if (type < 6) return bytes.readIntBE(0, bytes.length);
  if (type === 6) {
    const value = bytes.readBigInt64BE(0);
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }
  if (type === 7) return bytes.readDoubleBE(0);
  if (type < 12) return type - 8;
  if (type % 2 === 0) return Buffer.from(bytes);
  const text = UTF8.decode(bytes);
  // A page of zeros: no text of this application contains them.
  if (text.includes("\0")) throw new RangeError("Not a text.");
  return text;
}
