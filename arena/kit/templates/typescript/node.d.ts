// What these files use of Node. If you have the package @types/node, remove this file and name that in tsconfig.json.
declare const process: any;
declare const console: { log(...values: unknown[]): void; error(...values: unknown[]): void };
declare function require(name: string): any;
