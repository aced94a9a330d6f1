// The words of the languages, for completion and highlighting.

/** Words of UPPAAL's language outside of queries. */
export const MODEL_WORDS: readonly string[] =
  "if else for while do return const urgent broadcast clock chan int bool void struct typedef meta process system state init trans guard sync assign select commit branchpoint true false forall exists sum and or not imply deadlock priority before_update after_update progress gantt".split(
    " ",
  );

/** Words at the beginning of lines and of attributes in TChecker's format. */
export const TCHECKER_WORDS: readonly string[] =
  "system process event clock int location edge sync initial labels invariant committed urgent provided do nop local if then else end while".split(
    " ",
  );

export const QUERY_WORDS: readonly string[] =
  "A[] A<> E<> E[] --> deadlock forall exists sum and or not imply true false sup inf bounds LTL".split(" ");

/** Words of PRISM's language, in models and in properties. */
export const PRISM_WORDS: readonly string[] =
  "dtmc ctmc mdp module endmodule const formula label global init endinit rewards endrewards int double bool true false min max floor ceil round pow mod log".split(
    " ",
  );

export const PRISM_PROPERTY_WORDS: readonly string[] =
  'P=? Pmin=? Pmax=? P<= P>= R=? Rmin=? Rmax=? S=? F G X U W filter const label "init" "deadlock" true false min max'.split(
    " ",
  );
