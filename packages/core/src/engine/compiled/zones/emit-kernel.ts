// The functions of the kernel declared, then emitted part by part.

import { type FunctionHandle, i32, type ModuleBuilder } from "../../../wasm/assembler.ts";
import type { Kernel } from "./kernel.ts";
import { emitClosing } from "./kernel-closing.ts";
import { emitCopies } from "./kernel-copies.ts";
import { emitExtrapolation } from "./kernel-extrapolation.ts";
import { type KernelAddresses, type KernelShape, kernelRows } from "./kernel-rows.ts";

export function emitKernel(module: ModuleBuilder, shape: KernelShape, at: KernelAddresses): Kernel {
  const declare = (name: string, params: number, result = true): FunctionHandle =>
    module.declare(name, i32(params), result ? ["i32"] : []);
  const rows = kernelRows(shape);
  const kernel: Kernel = {
    shape,
    strideOf: rows.strideOf,
    constrain: declare("constrain", 5),
    meetUpper: declare("meetUpper", 3),
    extrapolate: declare("extrapolate", 2, false),
    close: declare("close", 2, false),
    pack: declare("pack", 3, false),
    unpack: declare("unpack", 3, false),
    copy: declare("copy", 3, false),
    gather: declare("gather", 4, false),
    shift: declare("shift", 4, false),
  };
  emitClosing(module, rows, at, kernel);
  emitExtrapolation(module, rows, at, kernel);
  emitCopies(module, rows, at, kernel);
  return kernel;
}
